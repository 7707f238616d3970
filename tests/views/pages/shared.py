"""The tests of every page: sizes of windows, contrast, and models whose names are scripts."""

from __future__ import annotations

from everyway.models import Board, Model, all_different, rule, variable, variables
from everyway.models.pictures import at_places

PHONE, LAPTOP, WALL = (390, 844), (1280, 720), (2560, 1440)


def goes_out_of_the_window(tab) -> bool:
    return tab.evaluate("() => document.documentElement.scrollWidth > innerWidth")


CONTRAST = """() => {
  const colour = text => text.match(/[0-9.]+/g)?.map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => c <= .04045 ? c / 12.92
    : ((c + .055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const behind = one => {
    for (; one; one = one.parentElement) {
      const found = colour(getComputedStyle(one).backgroundColor);
      if (found.length < 4 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  const painted = (one, under) => {
    const style = getComputedStyle(one), drawn = one.ownerSVGElement;
    const [r, g, b, alpha = 1] = colour(drawn ? style.fill : style.backgroundColor) || [0, 0, 0, 0];
    const share = alpha * style.opacity * (drawn ? style.fillOpacity : 1);
    return [r, g, b].map((c, i) => c * share + under[i] * (1 - share));
  };
  const faint = [];
  const judge = (one, front, back, least) => {
    const [a, b] = [front, back].map(light);
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < least) faint.push([one.getAttribute('class') || one.id, one.textContent, ratio]);
  };
  for (const one of document.querySelectorAll('body *')) {
    const own = [...one.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || one.closest('script, noscript, :disabled') || !one.checkVisibility()) continue;
    const style = getComputedStyle(one);
    if (!one.ownerSVGElement) judge(one, colour(style.color), behind(one), 4.5);
    else if (one.tagName === 'text') {
      const {x, y, width, height} = one.getBoundingClientRect();
      const large = height > 30 || height > 22 && Number(style.fontWeight) >= 700;
      const shapes = document.elementsFromPoint(x + width / 2, y + height / 2).reverse();
      const back = shapes.filter(shape => !shape.contains(one) || !shape.ownerSVGElement)
        .reduce((under, shape) => painted(shape, under), [255, 255, 255]);
      const halo = style.paintOrder.startsWith('stroke') && colour(style.stroke);
      if (width && shapes.length) judge(one, painted(one, back), halo || back, large ? 3 : 4.5);
    }
  }
  return faint;
}"""
"""The texts that do not stand out from what is behind them."""


def hostile(text: str) -> Model:
    """A model in which everything that has a name has this one."""
    board = Board(2)
    piece = board.place(text)
    colour = variable(f"x {text}", [text, f"b{text}"])
    row = variables(f"y {text}", 3, [f"1{text}", f"2{text}", f"3{text}"])
    vertex = variables("v", 2, [text, "b"])
    return Model(
        text,
        piece,
        colour,
        row,
        vertex,
        at_places([vertex], edges=[(0, 1)], names=[text, f"2{text}"]),
        rule(text, all_different(row)),
        rule(f"{text} 2", vertex[0] != vertex[1]),
        piece.per(board.rows) == 1,
        piece.per(board.columns) == 1,
    )


BAIT = "window.hacked=1;alert(1)"
HOSTILE = [
    f"<script>{BAIT}</script>",
    f"</script><script>{BAIT}</script>",
    f"<img src=x onerror={BAIT}>",
    f'"><svg onload={BAIT}>',
    f"' onclick='{BAIT}",
    f'" onfocus="{BAIT}" autofocus="',
    f"javascript:{BAIT}",
    f"${{{BAIT}}}",
    f"`${{{BAIT}}}`",
    f"{{{{{BAIT}}}}}",
    f"$name$data$script{BAIT}",
    f"<!--<script>{BAIT}",
    f"--><script>{BAIT}</script>",
    f"]]><script>{BAIT}</script>",
    f"</style><script>{BAIT}</script>",
    f"</title><script>{BAIT}</script>",
    f"<style>@import 'http://localhost/x'</style>{BAIT}",
    "<link rel=stylesheet href=http://localhost/x.css>",
    "<meta http-equiv=refresh content='0;url=http://localhost/'>",
    "<base href=http://localhost/>",
    f"<iframe srcdoc='<script>{BAIT}</script>'>",
    "<object data=http://localhost/x>",
    "<form action=http://localhost/><button>",
    f"<details open ontoggle={BAIT}>",
    f"<a href='javascript:{BAIT}'>",
    f"\\u003cscript\\u003e{BAIT}",
    f"&lt;script&gt;{BAIT}&lt;/script&gt;",
    f"<math><mtext></mtext><script>{BAIT}</script></math>",
    f"<svg><script>{BAIT}</script></svg>",
    f"__proto__ constructor {BAIT}",
]
