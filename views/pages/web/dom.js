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

// The data of the page: JSON as it is, or compressed.
async function unpacked() {
  const text = $('data').textContent.trim();
  if (text.startsWith('{')) return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
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
