const main = document.querySelector('main');
const slides = [...main.children];
const element = name => document.getElementById(name);
const here = () => Math.round(main.scrollLeft / main.clientWidth);
const go = number => main.scrollTo({ left: number * main.clientWidth });
const back = () => go(here() - 1);

// An answer is opened before the next slide is shown.
function on() {
  const folded = slides[here()].querySelector('details:not([open])');
  if (!folded) return go(here() + 1);
  folded.open = true;
  return fit();
}

// A large slide is set in smaller letters.
function fit() {
  const slide = slides[here()];
  for (let size = 1; size > 0.6; size -= 0.05) {
    slide.style.setProperty('--size', `${size}em`);
    if (innerWidth < 900 || slide.scrollHeight <= slide.clientHeight) break;
  }
}

function show() {
  element('place').textContent = `${here() + 1} / ${slides.length}`;
  history.replaceState(null, '', `#${here() + 1}`);
  fit();
}

function annotate() {
  element('notes').setAttribute('aria-pressed', document.body.classList.toggle('notes'));
  fit();
}

const keys = {
  ArrowRight: on, PageDown: on, ' ': on, ArrowLeft: back, PageUp: back, n: annotate,
  Home: () => go(0), End: () => go(slides.length),
};
addEventListener('keydown', event => {
  const held = event.ctrlKey || event.altKey || event.metaKey;
  if (held || !keys[event.key] || (event.key === ' ' && event.target.closest('button, summary'))) return;
  event.preventDefault();
  keys[event.key]();
});
element('on').onclick = on;
element('back').onclick = back;
element('notes').onclick = annotate;
main.onscroll = show;
onresize = fit;
onbeforeprint = () => main.querySelectorAll('details').forEach(folded => { folded.open = true; });
go(parseInt(location.hash.slice(1)) - 1 || 0);
show();
document.documentElement.dataset.ready = '';
