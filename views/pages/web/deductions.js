// The steps to a solution: the board as it is at one of them, and what is said of it; at 0, what is
// given. A step comes whole, or by hints, the last of which is the step.
const HINTS = 3;

class Deductions {
  constructor(doc, grounds) {
    this.doc = doc;
    this.pictures = new Pictures(doc.panels, doc.variables, grounds);
    this.buttons = doc.steps.map((step, at) => h('button', {}, step.says[0]));
    put('all', this.buttons.map(button => h('li', {}, button)));
    this.buttons.forEach((button, place) => { button.onclick = () => this.go(place + 1); });
    this.given = new Set(doc.given.map(([v]) => v));
    this.reached = 0;
    $('first').onclick = () => this.go(0);
    $('back').onclick = () => this.go(this.at - 1);
    $('next').onclick = () => this.next();
    $('last').onclick = () => this.go(doc.steps.length);
    $('hint').onclick = () => this.hints < HINTS ? this.go(this.at, this.hints + 1) : this.go(this.at + 1, 1);
    $('every').onclick = () => { this.reached = doc.steps.length; this.go(this.at, this.hints); };
    $('theme').onclick = () => theme.turn();
    $('big').onclick = () => $('big').setAttribute('aria-pressed', String(document.documentElement.classList.toggle('big')));
    document.addEventListener('keydown', event => {
      const press = {ArrowLeft: 'back', ArrowRight: 'next', h: 'hint'}[event.key];
      if (press && !event.ctrlKey && !event.metaKey && !event.altKey) $(press).click();
    });
    this.go(0);
  }

  // The values that are known once a step is made.
  row(at) {
    const row = [];
    for (const [v, value] of this.doc.given) row[v] = value;
    for (const step of this.doc.steps.slice(0, at)) for (const [v, value] of step.values) row[v] = value;
    return row;
  }

  next() { this.go(this.hints < HINTS ? this.at : this.at + 1); }

  // What is said at the beginning.
  begun() {
    const given = counted(this.given.size, 'value is given', 'values are given');
    return `${this.given.size ? given : 'Nothing is given'}.${this.doc.steps.length ? '' : ' Nothing is left to find.'}`;
  }

  go(at, hints = HINTS) {
    const {steps} = this.doc, last = steps.length, none = {says: [this.begun()], found: [], used: [], scope: []};
    this.at = Math.max(0, Math.min(at, last));
    this.hints = hints;
    const whole = hints === HINTS, made = whole ? this.at : this.at - 1;
    const {hints: said, look, ...all} = steps[this.at - 1] || none, step = whole ? all : {...none, says: said.slice(0, hints), scope: look};
    this.reached = Math.max(this.reached, made);
    put('says', step.says.map(sentence => h('p', {}, sentence)));
    put('count', last > 0 && `${this.at} of ${last}`, !whole && `, hint ${hints} of ${HINTS}`);
    for (const id of ['first', 'back']) $(id).disabled = this.at <= 0;
    for (const id of ['next', 'last', 'hint']) $(id).disabled = made >= last;
    $('every').hidden = this.reached >= last;
    this.buttons.forEach((button, place) => {
      button.parentElement.hidden = place >= this.reached;
      place === made - 1 ? button.setAttribute('aria-current', 'step') : button.removeAttribute('aria-current');
    });
    const row = this.row(made);
    put('board', this.pictures.panels.map(panel => panel.ground ? this.board(panel, row, step) : this.pictures.words(panel, row, new Set(step.found), true)));
  }

  board(panel, row, step) {
    const label = `step ${this.at}: ${this.pictures.said(panel, row)}`;
    const lit = ['scope', 'used', 'found'].map(look => this.marks(panel, step[look], look));
    const absent = (panel.kind === 'pieces' || panel.kind === 'graph') && panel.cells.filter(cell => row[cell[0]] === 0 && (panel.kind === 'pieces' || cell[5])).map(cell => this.cross(panel, cell));
    return this.pictures.board(panel, label, [lit[0], this.standing(panel, row), absent], [lit[1], lit[2]], true);
  }

  // A vertex of unknown value is drawn, too; a square of unknown value is empty.
  standing(panel, row) {
    const drawn = cell => this.pictures[panel.kind](panel, cell, row[cell[0]]);
    return panel.cells.map(cell => this.given.has(cell[0]) ? s('g', {class: 'given'}, drawn(cell)) : drawn(cell));
  }

  marks(panel, places, look) {
    const lit = new Set(places), gap = {scope: 1, used: 4, found: 2}[look];
    return panel.cells.filter(cell => lit.has(cell[0])).map(cell => {
      if (panel.kind === 'graph') return s('circle', {class: 'mark ' + look, cx: cell[1], cy: cell[2], r: cell[3] + gap});
      const {x, y, width} = this.pictures.square(panel, cell);
      return s('rect', {class: 'mark ' + look, x: x + gap, y: y + gap, width: width - 2 * gap, height: width - 2 * gap});
    });
  }

  cross(panel, cell) {
    if (panel.kind === 'graph') return s('path', {class: 'absent', d: `M${cell[1] - 4} ${cell[2] - 4}l8 8m0 -8l-8 8`});
    const {x, y, width} = this.pictures.square(panel, cell), a = width * .4, b = width * .2;
    return s('path', {class: 'absent', d: `M${x + a} ${y + a}l${b} ${b}m0 ${-b}l${-b} ${b}`});
  }
}

const began = performance.now();
unpacked().then(doc => {
  window.page = new Deductions(doc, [...$('grounds').children]);
  document.documentElement.dataset.ready = Math.round(performance.now() - began);
});
