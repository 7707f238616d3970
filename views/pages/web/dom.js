// What every page shares: elements built from text alone, the data, light and dark.
const $ = id => document.getElementById(id);

// An element with attributes and children; texts stay texts, since no page parses markup.
function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// The same for pictures.
function s(tag, attributes, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false && child !== '') element.append(child);
  }
}

// The element `id` with these children instead of its own.
function put(id, ...children) {
  const element = typeof id === 'string' ? $(id) : id;
  element.replaceChildren();
  append(element, children);
  return element;
}

// Such elements in `root` can be pressed: by mouse, or by enter and space; arrows move between them.
function pressable(root, such, press) {
  root.addEventListener('click', event => {
    const found = event.target.closest(such);
    if (found) press(found);
  });
  root.addEventListener('keydown', event => {
    const here = event.target.closest(such);
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!here || !(way || event.key === 'Enter' || event.key === ' ')) return;
    event.preventDefault();
    event.stopPropagation();
    if (!way) return press(here);
    const next = nearest(here, root.querySelectorAll(such), way);
    if (!next) return;
    here.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  });
}

// The nearest of `all` on one side of `here`.
function nearest(here, all, [right, down]) {
  const [x, y] = middle(here);
  let best = null, least = Infinity;
  for (const one of all) {
    const to = middle(one), dx = to[0] - x, dy = to[1] - y;
    const along = dx * right + dy * down, far = along + 3 * Math.abs(dx * down + dy * right);
    if (along > 1 && far < least && one.checkVisibility()) [best, least] = [one, far];
  }
  return best;
}

function middle(element) {
  const {left, top, width, height} = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The data of the page: JSON as it is, or compressed.
async function unpacked() {
  const text = $('data').textContent.trim();
  if (text.startsWith('{')) return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

// The command that was run, and a button that marks and copies it.
function repeatable(command) {
  const text = h('pre', {tabindex: 0}, command), copy = h('button', {}, 'copy');
  copy.onclick = () => {
    getSelection().selectAllChildren(text);
    navigator.clipboard?.writeText(command).then(() => put(copy, 'copied'), () => {});
  };
  return command && [text, copy];
}

// Light or dark: as the reader's system is, until `chosen`.
const theme = {
  chosen: null,
  set(name) {
    this.chosen = name === 'light' || name === 'dark' ? name : null;
    const system = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = this.chosen || system;
  },
  turn() { this.set(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'); },
};
theme.set(null);
matchMedia('(prefers-color-scheme:dark)').addEventListener('change', () => theme.set(theme.chosen));
put('theme', s('svg', {viewBox: '0 0 16 16', 'aria-hidden': 'true'}, s('path', {d: 'M8 1a7 7 0 1 0 .01 0zM8 3v10A5 5 0 0 1 8 3z'})));

const grouped = number => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
const counted = (number, one, several = one + 's') => `${grouped(number)} ${number === 1 ? one : several}`;

// The numbers of rows and columns beside a board.
function coordinates({cell, rows_and_columns: [rows, columns]}) {
  const marks = s('g', {class: 'marks'});
  if (rows > 20 || columns > 20) return marks;
  for (let r = 1; r <= rows; r++) marks.append(s('text', {x: -4, y: (r - .5) * cell + 4, 'text-anchor': 'end'}, String(r)));
  for (let c = 1; c <= columns; c++) marks.append(s('text', {x: (c - .5) * cell, y: -4, 'text-anchor': 'middle'}, String(c)));
  return marks;
}
