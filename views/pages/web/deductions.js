// The steps to a solution: the board as it is after one of them, at -1 what is given, and what is said
// of it, or as a hint of the next one. The last of the hints is the step itself.
const HINTS = 3;

class Deductions {
  constructor(doc, grounds) {
    this.doc = doc;
    this.pictures = new Pictures(doc.panels, doc.variables, grounds);
    this.buttons = doc.steps.map((step, at) => h('button', {}, step.says[0]));
    put('all', this.buttons.map(button => h('li', {}, button)));
    this.buttons.forEach((button, at) => { button.onclick = () => this.go(at); });
    this.given = new Set(doc.given.map(([v]) => v));
    this.reached = -1;
    $('first').onclick = () => this.go(-1);
    $('back').onclick = () => this.go(this.at - 1);
    $('next').onclick = () => this.go(this.at + 1);
    $('last').onclick = () => this.go(doc.steps.length - 1);
    $('hint').onclick = () => this.hints + 1 < HINTS ? this.go(this.at, this.hints + 1) : this.go(this.at + 1);
    $('every').onclick = () => { this.reached = doc.steps.length; this.go(this.at, this.hints); };
    $('theme').onclick = () => theme.turn();
    $('big').onclick = () => $('big').setAttribute('aria-pressed', String(document.documentElement.classList.toggle('big')));
    document.addEventListener('keydown', event => {
      const way = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (way && !event.ctrlKey && !event.metaKey && !event.altKey) this.go(this.at + way);
    });
    if (doc.command) $('stepwise').append(h('section', {}, h('h2', {}, 'Do it again'), repeatable(doc.command)));
    this.go(-1);
  }

  // The values that are known once a step is made.
  row(at) {
    const row = [];
    for (const [v, value] of this.doc.given) row[v] = value;
    for (const step of this.doc.steps.slice(0, at + 1)) for (const [v, value] of step.values) row[v] = value;
    return row;
  }

  // What is said at the beginning.
  begun() {
    const {size} = this.given, said = size ? counted(size, 'value is given', 'values are given') : 'Nothing is given';
    return this.doc.steps.length ? `${said}.` : `${said}. Nothing is left to find.`;
  }

  go(at, hints = 0) {
    const {steps} = this.doc, last = steps.length - 1, none = {found: [], used: [], scope: []};
    this.at = Math.max(-1, Math.min(at, last));
    this.hints = hints;
    this.reached = Math.max(this.reached, this.at);
    const next = steps[this.at + 1], hint = hints && {...none, says: next.hints.slice(0, hints), scope: next.look};
    const step = hint || steps[this.at] || {...none, says: [this.begun()]};
    put('says', step.says.map(sentence => h('p', {}, sentence)));
    put('count', last >= 0 && `${this.at + 1 + Boolean(hints)} of ${steps.length}`, hints > 0 && `, hint ${hints} of ${HINTS}`);
    for (const id of ['first', 'back']) $(id).disabled = this.at < 0;
    for (const id of ['next', 'last', 'hint']) $(id).disabled = this.at >= last;
    $('every').hidden = this.reached >= last;
    this.buttons.forEach((button, place) => { button.parentElement.hidden = place > this.reached; });
    this.buttons.forEach((button, place) => place === this.at ? button.setAttribute('aria-current', 'step') : button.removeAttribute('aria-current'));
    const row = this.row(this.at);
    put('board', this.pictures.panels.map(panel => panel.ground ? this.board(panel, row, step) : this.pictures.words(panel, row, new Set(step.found), true)));
  }

  // The texts of the values that each variable may have after a step, or before it.
  left(at) {
    const {domains, given, steps} = this.doc, left = [...domains];
    for (const [v, value] of given) left[v] = [String(value)];
    for (const step of steps.slice(0, at + 1)) {
      for (const [v, value] of step.gone) left[v] = left[v].filter(text => text !== String(value));
      for (const [v, value] of step.values) left[v] = [String(value)];
    }
    return left;
  }

  board(panel, row, step) {
    const label = `step ${this.at + 1}: ${this.pictures.said(panel, row)}`;
    const lit = ['scope', 'used', 'found'].map(look => this.pictures.spots(panel, step[look], row).map(at => framed(at, 'mark ' + look, {scope: 1, used: 4, found: 2}[look] * Math.min(1, at[2] / panel.cell || 1))));
    const absent = panel.kind === 'pieces' && panel.cells.filter(cell => row[cell[0]] === 0).map(cell => cross(panel, cell, 'absent'));
    return this.pictures.board(panel, label, [lit[0], this.standing(panel, row), absent], [lit[1], lit[2]], true);
  }

  // What is known, what is still possible, and, struck, what this step rules out.
  standing(panel, row) {
    const {domains, steps} = this.doc, {found, gone} = steps[this.at] || {found: [], gone: []};
    const now = this.left(this.at), before = this.left(this.at - 1);
    const texts = v => row[v] === undefined && gone.some(([u]) => u === Number(v)) ? before[v] : now[v];
    const look = (v, text, only) => !now[v].includes(text) ? 'now' : !only ? '' : this.given.has(Number(v)) ? 'given' : found.includes(Number(v)) ? 'set' : '';
    const dress = (v, text, only) => ({class: `${only ? 'firm' : 'may'} ${look(v, text, only)}`});
    if (panel.looks) return layered(panel, texts, dress);
    const shown = panel.cells.filter(([v]) => row[v] !== undefined || panel.kind === 'filling' && domains[v].length);
    return shown.map(cell => onSquare(panel, cell, texts(cell[0]), domains[cell[0]], dress));
  }
}

const began = performance.now();
unpacked().then(doc => {
  window.page = new Deductions(doc, [...$('grounds').children]);
  document.documentElement.dataset.ready = Math.round(performance.now() - began);
});
