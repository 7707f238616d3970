// Pictures put together from what Python drew: the empty one, and what each value adds and takes.
const MOST_SMALL = 16;
const shape = ([tag, attributes, ...inside]) => s(tag, attributes, inside.map(one => typeof one === 'string' ? one : shape(one)));
const isWide = svg => { const [, , width, height] = svg.getAttribute('viewBox').split(' '); return width > Math.max(450, 1.5 * height); };
const said = shapes => shapes.map(one => typeof one === 'string' ? one : said(one.slice(2))).join(' ').trim();

// Where a cell is, and how large.
function spotOf(panel, [, n, row, column]) {
  return panel.boxes ? panel.boxes[n] : [(column - 1) * panel.cell, (row - 1) * panel.cell, panel.cell, panel.cell];
}

// A cross on a square of a board, beside a clue that stands there.
function cross(panel, cell, look) {
  const [x, y, width] = spotOf(panel, cell), a = width * (cell[4] ? .76 : .38), b = width * (cell[4] ? .16 : .24);
  return s('path', {class: look, d: `M${x + a} ${y + a}l${b} ${b}m0 ${-b}l${-b} ${b}`});
}

// The marks between squares, which stay above what is drawn on these.
const above = svg => svg.querySelector('.points')?.cloneNode(true) ?? '';

// The shapes of a value on a board, at a place.
function sign(panel, text, [x, y]) {
  const plain = panel.signs[''], shapes = panel.signs[text] || plain || [];
  const drawn = s('g', {transform: `translate(${x} ${y})`}, shapes.map(shape));
  if (shapes === plain) [...drawn.querySelectorAll('text')].forEach(one => { one.textContent = text; one.setAttribute('font-size', Math.min(20, 50 / text.length)); });
  return drawn;
}

// What is drawn small in the n-th slot of a box: its words in that size, on its tint, or all of it.
function small(shapes, [x, y, width, height], n, [size, across, down]) {
  const w = .92 * width / across, h = .92 * height / down, X = x + .04 * width + w * (n % across), Y = y + .04 * height + h * Math.floor(n / across);
  const tint = /f-tint\w+/.exec(JSON.stringify(shapes)), words = said(shapes);
  if (!words && !tint) return s('g', {transform: `translate(${X} ${Y}) scale(${w / width} ${h / height})`}, shapes.map(shape));
  return [tint && s('rect', {class: tint, x: X, y: Y, width: w, height: h}),
    words && !(tint && size < 5) && s('text', {x: X + w / 2, y: Y + h / 2 + .36 * size, 'font-size': size.toFixed(1), 'text-anchor': 'middle'}, words)];
}

// The size of words of so many letters in as many slots of a box, and how many of these are side by
// side and below each other: so that the size is largest.
function slots([, , width, height], many, letters) {
  const tries = Array.from({length: Math.ceil(Math.sqrt(many)) || 1}, (_, i) => [i + 1, Math.ceil(many / (i + 1))]);
  const all = tries.map(([across, down]) => [Math.min(12, .8 * height / down, 1.5 * (width / across - 2) / letters), across, down]);
  return all.reduce((best, one) => one[0] >= best[0] ? one : best);
}

// The letters of the longest word that may stand in each box.
function letters(panel) {
  const longest = panel.boxes.map(() => 1), every = Object.values(panel.looks).flatMap(looks => Object.values(looks));
  for (const [, added, box] of every) if (box >= 0) longest[box] = Math.max(longest[box], said(added.flatMap(one => one[1])).length);
  return longest;
}

// A picture under `left`, the texts of the values that a variable may have; `dress` has the
// attributes of what shows a value, which may be the only one.
function layered(panel, left, dress) {
  const gone = new Set(), full = new Set(), drawn = [], boxes = panel.boxes.map(() => []);
  panel.letters ||= letters(panel);
  for (const v in panel.looks) {
    const texts = left(v), only = texts.length === 1;
    for (const text of texts) {
      const [taken, added, box, n] = panel.looks[v][text] || [[], [], -1, 0];
      for (const i of taken) if (only || box >= 0 && panel.empty[i][0] === 'text') gone.add(i);
      if (only) full.add(box);
      if (!only && box >= 0) boxes[box].push([added.flatMap(one => one[1]), n, dress(v, text, only)]);
      else for (const [before, shapes] of added) drawn.push([before, s('g', only ? {} : {class: 'pale'}, s('g', dress(v, text, only), shapes.map(shape)))]);
    }
  }
  for (const [v, x, w, y, [taken, added]] of panel.pairs || []) if (left(v) == x && left(w) == y) { // each has one text left
    taken.forEach(i => gone.add(i));
    for (const [before, shapes] of added) drawn.push([before, s('g', dress(v, x, true), shapes.map(shape))]);
  }
  panel.empty.forEach((one, i) => gone.has(i) || drawn.push([i + .5, shape(one)]));
  const laid = boxes.map((all, i) => !full.has(i) && laidOut(panel.boxes[i], all, panel.boxes[i][4], panel.letters[i]));
  return [drawn.sort(([a], [b]) => a - b).map(([, element]) => element), laid];
}

// What stands on a panel under `value`, the text of the value of a variable; undefined, if none.
function standing(panel, value) {
  const texts = (v, x = -1) => [value(v, x)].filter(text => text !== undefined);
  if (panel.looks) return layered(panel, v => texts(v), () => ({}));
  return panel.cells.map(cell => onSquare(panel, cell, texts(cell[0], cell[1]), [], () => ({})));
}

// What may stand on a square of a board: the one of the texts, or each in its place among `all`.
function onSquare(panel, cell, texts, all, dress) {
  const [v] = cell, at = spotOf(panel, cell);
  if (texts.length === 1) return s('g', dress(v, texts[0], true), sign(panel, texts[0], at));
  return laidOut(at, texts.map(text => [panel.signs[text], all.indexOf(text), dress(v, text, false)]), all.length, Math.max(1, ...all.map(one => said(panel.signs[one] || [one]).length)));
}

// All that may stand in a box, each of `most` in its slot, in words of so many letters; of too many,
// how many.
function laidOut(box, all, most, letters, many = all.length > MOST_SMALL && `${all.length} left`) {
  const [x, y, width, height] = box, number = most > MOST_SMALL ? all.length : most, room = slots(box, number, letters);
  if (many) return s('text', {class: 'may', x: x + width / 2, y: y + height / 2 + 4, 'font-size': Math.min(11, 1.5 * width / many.length).toFixed(1), 'text-anchor': 'middle'}, many);
  return all.map(([shapes, n, look], i) => s('g', look, small(shapes, box, number < most ? i : n, room)));
}
