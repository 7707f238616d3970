// The gallery of solutions, its filters, and the map of how often each square is used.
const MOST_ON_PAGE = 24, MOST_CELLS = 24000, MOST_CHIPS = 80, MOST_KINDS = 12;

class Gallery {
  constructor(report, pictures) {
    Object.assign(this, {report, pictures, ...report.gallery, page: 0, must: new Map(), different: false});
    const cells = pictures.boards.reduce((sum, panel) => sum + Math.max(panel.cells.length, panel.empty?.length || 0), 1);
    this.each = Math.max(1, Math.min(MOST_ON_PAGE, Math.floor(MOST_CELLS / cells)));
    this.filling = pictures.boards.find(panel => panel.kind === 'filling');
    const seen = this.filling ? new Set(this.filling.cells.flatMap(([v]) => this.rows.map(row => row[v]))) : [];
    this.values = [...seen].sort((a, b) => typeof a === 'number' ? a - b : String(a) < String(b) ? -1 : 1);
    this.value = this.values.find(value => value !== 0 && value !== '.') ?? this.values[0];
    this.orbit = this.orbits && new Set(this.orbits).size;
    $('gallery').hidden = !this.rows.length;
    this.show();
  }

  // The numbers of the solutions that pass all filters; of each orbit the first.
  kept() {
    const wanted = [...this.must.values()], orbits = new Set();
    const all = this.rows.keys(), found = [];
    for (const number of all) {
      if (!wanted.every(({v, value, want}) => (this.rows[number][v] === value) === want)) continue;
      if (this.different && orbits.has(this.orbits[number])) continue;
      if (this.different) orbits.add(this.orbits[number]);
      found.push(number);
    }
    return found;
  }

  show() {
    if (!this.rows.length) return;
    const kept = this.kept(), pages = Math.max(1, Math.ceil(kept.length / this.each));
    this.page = Math.max(0, Math.min(this.page, pages - 1));
    const shown = kept.slice(this.page * this.each, (this.page + 1) * this.each);
    put('boards', shown.map(number => h('figure', {}, this.pictures.all(this.rows[number], `solution ${number + 1}`),
      h('figcaption', {}, grouped(number + 1)))), !shown.length && h('p', {class: 'soft'}, 'No solution here has all that.'));
    $('boards').className = this.pictures.boards.length ? this.pictures.boards[0].kind : 'lists';
    put('found', this.says(kept.length));
    put('pageno', `${this.page + 1} of ${pages}`);
    $('before').disabled = !this.page;
    $('after').disabled = this.page >= pages - 1;
    const several = this.orbits && this.orbit < this.rows.length;
    $('different').hidden = !several;
    $('different').setAttribute('aria-pressed', String(this.different));
    put('different', `up to symmetry (${grouped(this.orbit || 0)}${this.rows.length < this.all ? ' of those here' : ''})`);
    $('clear').hidden = !this.must.size;
    put('filters', [...this.must.values()].map(one => h('span', {class: 'filter'}, `${one.want ? '' : 'not '}${this.fact(one)}`)));
    this.heat(kept);
  }

  says(number) {
    const all = `${this.exact ? '' : 'at least '}${counted(this.all, 'solution')}`;
    const part = this.rows.length < this.all ? `${grouped(this.rows.length)} of ${all} are here` : all;
    return number === this.rows.length ? part : `${grouped(number)} chosen; ${part}`;
  }

  fact({v, value}) {
    const name = this.report.variables[v];
    return this.pictures.boards.some(panel => panel.kind === 'pieces' && panel.cells.some(cell => cell[0] === v)) ? name : `${name} = ${value}`;
  }

  // With it, without it, either: the next of the three.
  choose(v, value) {
    const key = `${v}:${value}`, now = this.must.get(key);
    if (!now) this.must.set(key, {v, value, want: true});
    else if (now.want) this.must.set(key, {...now, want: false});
    else this.must.delete(key);
    this.page = 0;
    this.show();
  }

  // ------------------------------------------------------------------------------ the map
  heat(kept) {
    const focus = document.activeElement?.dataset?.key;
    const boards = this.pictures.boards.filter(panel => panel.kind !== 'sketch');
    const tools = this.values.length > 0 && h('div', {class: 'seg wrap', role: 'group', 'aria-label': 'value'}, this.values.slice(0, 40).map(value => {
      const button = h('button', {'aria-pressed': String(value === this.value)}, String(value));
      button.onclick = () => { this.value = value; this.show(); };
      return button;
    }));
    const chips = this.chips(kept);
    put('heat', tools, boards.map(panel => this.heated(panel, kept)), chips);
    $('gallery').classList.toggle('plain', !boards.length && !chips);
    const whose = this.rows.length < this.all ? 'of the solutions here' : 'of all solutions';
    const what = !boards.length ? 'have each value' : this.filling ? `have ${this.value} on a square` : 'use each square';
    put('heatsays', `How many ${whose} ${what}. Press one to keep those with it; again: without it.`);
    const all = [...$('heat').querySelectorAll('g[data-key]')];
    (all.find(one => one.dataset.key === focus) || all[0])?.setAttribute('tabindex', '0');
    if (focus) [...$('heat').querySelectorAll('[data-key]')].find(one => one.dataset.key === focus)?.focus({preventScroll: true});
  }

  heated(panel, kept) {
    const value = panel.kind === 'pieces' ? 1 : this.value;
    const counts = panel.cells.map(([v]) => kept.filter(number => this.rows[number][v] === value).length);
    const most = Math.max(1, ...counts), side = panel.cell;
    const cells = panel.cells.map((cell, place) => {
      const [x, y] = spotOf(panel, cell), must = this.must.get(`${cell[0]}:${value}`), n = counts[place];
      const name = `r${cell[2]}c${cell[3]}`, chosen = must ? (must.want ? ', only with it' : ', only without it') : '';
      return s('g', {class: 'cell', tabindex: -1, role: 'button', 'data-key': `${cell[0]}:${place}`, 'data-v': cell[0], 'aria-label': `${name}: in ${n} of ${kept.length}${chosen}`},
        s('rect', {class: 'wash', x, y, width: side, height: side}),
        s('rect', {class: 'warm', x, y, width: side, height: side, 'fill-opacity': (.02 + .42 * n / most).toFixed(3)}),
        s('text', {x: x + side / 2, y: y + side / 2 + 4, 'text-anchor': 'middle', 'font-size': Math.min(12, 34 / String(n).length)}, String(n)),
        must && (must.want ? s('rect', {class: 'must', x: x + 3, y: y + 3, width: side - 6, height: side - 6}) : s('path', {class: 'not', d: `M${x + 6} ${y + 6}l${side - 12} ${side - 12}`})));
    });
    const board = this.pictures.board(panel, 'squares by the number of solutions', cells, null, true);
    board.setAttribute('role', 'group');
    pressable(board, '[data-v]', cell => {
      cell.focus();
      this.choose(Number(cell.dataset.v), value);
    });
    return board;
  }

  // Values of variables that stand on no board, each with its number, where there are few.
  chips(kept) {
    const onBoards = new Set(this.pictures.boards.flatMap(panel => panel.kind === 'sketch' ? [] : panel.cells.map(cell => cell[0])));
    const rest = this.report.variables.map((_, v) => v).filter(v => !onBoards.has(v)).slice(0, MOST_CHIPS);
    const rows = rest.map(v => {
      const all = new Set(this.rows.map(row => row[v]));
      if (all.size < 2 || all.size > MOST_KINDS) return null;
      const values = [...all].sort((a, b) => typeof a === 'number' ? a - b : String(a) < String(b) ? -1 : 1);
      const number = new Map(values.map(value => [value, 0]));
      for (const place of kept) number.set(this.rows[place][v], number.get(this.rows[place][v]) + 1);
      return h('div', {class: 'row'}, h('span', {class: 'var'}, this.report.variables[v]), h('span', {}, values.map(value => this.chip(v, value, number.get(value)))));
    });
    return rows.some(Boolean) && h('div', {class: 'chips'}, rows);
  }

  chip(v, value, number) {
    const must = this.must.get(`${v}:${value}`), look = must ? (must.want ? ' with' : ' without') : '';
    const button = h('button', {class: 'chip' + look, 'data-key': `${v}:${value}`, 'aria-pressed': String(Boolean(must))}, String(value), h('small', {}, grouped(number)));
    button.onclick = () => this.choose(v, value);
    return button;
  }
}
