// Every sentence of the page, as texts and elements.
class Words {
  constructor(doc) {
    this.doc = doc;
    this.square = new Map();
    this.piece = new Map();
    for (const panel of doc.panels) {
      if (panel.kind !== 'pieces' && panel.kind !== 'filling') continue;
      for (const [v, x, row, column] of panel.cells) {
        if (panel.kind === 'pieces') this.piece.set(v + ':' + x, [panel.title, `r${row}c${column}`]);
        else this.square.set(v, `r${row}c${column}`);
      }
    }
    const drawn = doc.panels.filter(panel => panel.kind === 'sketch' && panel.title);
    this.sides = new Map(drawn.flatMap(panel => panel.cells.map(([v]) => [v, panel.title])));
    this.whole = new Set(doc.panels.filter(p => p.kind === 'filling' || p.kind === 'sketch').flatMap(p => p.cells.map(cell => cell[0])));
    this.onBoard = new Set([...this.piece.keys()].map(key => Number(key.split(':')[0])));
  }

  value(v, x) {
    const variable = this.doc.variables[v];
    if (variable.values) return variable.values[x];
    return String(BigInt(variable.from) + BigInt(x));
  }

  // True for a piece that is there or not, on a square of its own.
  isSquare(v) {
    const {values} = this.doc.variables[v];
    return this.onBoard.has(v) && values.length <= 2 && values.every(value => value === '0' || value === '1');
  }

  squareOf(v) {
    const key = this.doc.variables[v].values.map((_, x) => v + ':' + x).find(k => this.piece.has(k));
    return this.piece.get(key);
  }

  // A piece, or a line on a side: its noun, where it is or not, and whether it is there; else null.
  thing(v, x) {
    const at = this.piece.get(v + ':' + x);
    if (at || this.isSquare(v)) return [...(at || this.squareOf(v)), Boolean(at)];
    return this.sides.has(v) ? [this.sides.get(v), inside(this.name(v)), this.value(v, x) === '1'] : null;
  }

  // `queen on r1c2`, `no line on r1c1-r1c2`, `r1c2 is shaded`, `r1c2 = 5`, `tea = 3`.
  fact(v, x, verb = ' is') {
    const [noun, where, there] = this.thing(v, x) || [];
    if (noun && isAdjective(noun)) return `${where}${verb}${there ? '' : ' not'} ${noun}`;
    if (noun) return `${there ? '' : 'no '}${noun} on ${where}`;
    return `${this.square.get(v) || this.doc.variables[v].name} = ${this.value(v, x)}`;
  }

  // The same at the start of a sentence: a piece begins with a capital, a name stays as it is.
  opening(v, x) {
    const said = this.fact(v, x);
    return this.thing(v, x) && !/^r\d/.test(said) ? said.replace(/^[a-z]/, letter => letter.toUpperCase()) : said;
  }

  short(v, x) {
    const at = this.piece.get(v + ':' + x);
    if (at) return at[1];
    return this.isSquare(v) ? 'empty' : this.value(v, x);
  }

  name(v) {
    if (this.isSquare(v)) return this.squareOf(v)[1];
    return this.square.get(v) || this.doc.variables[v].name;
  }

  unit(v) { return this.onBoard.has(v) && !this.isSquare(v) ? 'square' : 'value'; }

  line(l) { return this.doc.lines[l]; }

  rule(r) { return h('q', {}, this.doc.rules[r][1]); }

  place(l) { return this.line(l) ? ` (${this.line(l)})` : ''; }

  list(flat, most = 6) {
    const said = [];
    eachFact(flat, (v, x) => {
      const [noun, , there] = this.thing(v, x) || [];
      said.push((there && !isAdjective(noun) ? 'the ' : '') + this.fact(v, x, ''));
    });
    const more = said.length - most;
    return and(more > 0 ? [...said.slice(0, most), `${more} more`] : said);
  }

  because(flat, before = ', ') { return flat.length ? `${before}because of ${this.list(flat, 4)}` : ''; }

  // What can be seen and pressed, in a line under the panels.
  legend() {
    const kinds = new Set(this.doc.panels.map(panel => !panel.folded && panel.kind));
    return [kinds.has('pieces') && 'A dot is possible, a cross is forbidden, a pale piece must stand there. Press a square to ask why.',
      (kinds.has('filling') || kinds.has('sketch')) && 'What is small or pale is possible. Press it to ask why others are not.',
      kinds.has('rows') && 'Press a struck value to ask why it is forbidden.'].filter(Boolean).join(' ');
  }

  // What was lost: squares by their names, values by variable; without `no lamp`, a lamp is needed.
  lost(flat, most = 14) {
    const said = [], per = new Map(), needed = new Map();
    let n = 0;
    eachLost(flat, (v, x) => {
      if (n++ >= most) return;
      const [noun, where, there] = this.thing(v, x) || [];
      if (there) said.push(where);
      else if (noun) needed.set(noun, [...(needed.get(noun) || []), where]);
      else per.set(v, [...(per.get(v) || []), this.value(v, x)]);
    });
    const alike = new Map();
    for (const [v, values] of per) alike.set(values.join(', '), [...(alike.get(values.join(', ')) || []), this.name(v)]);
    for (const [values, names] of alike) said.push(`${values} from ${and(names)}`);
    for (const [piece, squares] of needed) said.push(`${piece} needed on ${squares.join(', ')}`);
    return said.join(alike.size || needed.size ? '; ' : ', ') + (n > most ? ` and ${grouped(n - most)} more` : '');
  }

  count(flat) {
    let n = 0;
    eachRun(flat, (v, first, last) => { n += last - first + 1; });
    return n;
  }

  // Why a try failed.
  reason(search, id) {
    const [rule, line, because, lost, emptied] = search.failure(id);
    const broken = this.rule(rule), where = this.line(line);
    if (search.checks) {
      if (!because.length) return [broken, where && `: ${where}`, '.'];
      return [broken, ': ', where ? `${where} already has ` : 'there is already ', this.list(because), '.'];
    }
    if (emptied < 0) {
      return [broken, this.place(line), ' can no longer hold', because.length ? ` with ${this.list(because, 4)}` : '', '.'];
    }
    if (search.path(id).some(node => search.place[node] === emptied)) {
      const [v, , x] = lost.slice(0, 3);
      return [`it cannot stand with ${this.fact(v, x)}: `, broken, this.place(line), '.'];
    }
    if (this.isSquare(emptied) || this.sides.has(emptied)) {
      const [noun, where, forbidden] = this.thing(lost[0], lost[1]);
      return [`${where} ${forbidden ? 'must' : 'cannot'} ${be(noun)}, and `, broken, this.place(line),
        forbidden ? ' forbids it' : ' needs it', this.because(because), '.'];
    }
    const last = [];
    eachLost(lost, (v, x) => last.push(this.piece.get(v + ':' + x)?.[1] || this.value(v, x)));
    const which = last.length > 6 ? `all ${last.length} that were left` : `the last, ${and(last)}`;
    return [this.name(emptied), ` has no ${this.unit(emptied)} left: `, broken, this.place(line), ` takes ${which}`, this.because(because), '.'];
  }

  // What happened at a node; `context` holds what the page knows of the steps around it.
  said(search, id, context) {
    const what = id ? this.opening(search.place[id], search.value[id]) : 'At the start';
    if (context.batch) {
      const [rule, line, because, lost] = context.batch;
      const takes = this.needs(lost[0], lost[1]) ? ': ' : ' takes ';
      return [`${what}: `, this.rule(rule), this.place(line), takes, this.lost(lost), this.because(because), '.'];
    }
    if (!id) return this.saidOfRoot(search);
    const back = context.back > 0 ? `Back ${counted(context.back, 'level')}. ` : '';
    if (search.outcome[id] === FAILED) {
      const kind = h('b', {class: 'bad'}, search.checks ? 'rejected' : 'dead end');
      return [back, `${what}: `, kind, search.checks ? ' by ' : ', since ', this.reason(search, id)];
    }
    const n = search.batches(id).reduce((sum, batch) => sum + this.count(batch[3]), 0);
    const forced = context.forced ? `; ${counted(context.forced, 'variable is', 'variables are')} left with one` : '';
    const took = n ? ` The rules take ${counted(n, 'value')} from what is open${forced}.` : '';
    if (search.outcome[id] === SOLUTION) {
      return [back, `${what}.${took} `, h('b', {class: 'good'}, `Solution ${context.solutions}`), ': every rule holds.'];
    }
    const barren = context.barren ? ' Nothing can follow it: every try below is rejected.' : '';
    return [back, `${what}: `, h('b', {class: 'ok'}, 'safe so far'), `.${took}${barren}`];
  }

  saidOfRoot(search) {
    if (search.outcome[0] === SOLUTION) {
      return ['The rules alone leave every variable one value: ', h('b', {class: 'good'}, 'a solution'), ', without a single try.'];
    }
    if (search.outcome[0] === FAILED) return ['The rules alone leave nothing: ', this.reason(search, 0)];
    const n = search.batches(0).reduce((sum, batch) => sum + this.count(batch[3]), 0);
    const all = counted(this.doc.variables.length, 'variable'), given = this.given(search);
    const start = n ? `, and the rules alone take ${counted(n, 'value')}` : search.given.length ? '' : ', and every value is possible';
    return [given && `${given}. `, `Nothing ${given ? 'else ' : ''}is decided yet: ${all}${start}. Press `, h('kbd', {}, '→'), '.'];
  }

  // The values that are given, counted; nothing where there are none.
  given(search) {
    const state = search.state(0, 0), n = state.left.filter((_, v) => search.isGiven(state, v)).length;
    if (n) return counted(n, 'value is given', 'values are given');
  }

  // True where a piece that is not there was ruled out.
  needs(v, x) { return this.thing(v, x)?.[2] === false; }

  // Why a value is gone; or, in a search that only checks, why it will be rejected.
  whyNot(search, gone, v, x, [rule, line, because]) {
    const [noun, where, there] = this.thing(v, x) || [], needed = this.needs(v, x);
    const asked = needed ? `Why must ${where} ${be(noun)}? ` : there && isAdjective(noun) ? `Why is ${where} not ${noun}? `
      : `Why ${there ? 'no' : 'not'} ${this.fact(v, x)}? `;
    const said = [asked, this.rule(rule), this.place(line)];
    if (!gone) return [...said, ' will reject it', this.because(because), '.'];
    const tried = gone.node && this.fact(search.place[gone.node], search.value[gone.node]);
    const when = tried ? ` when ${tried} was tried` : ' before anything was tried';
    return [...said, needed ? ' needed it' : ' took it', when, this.because(because), '.'];
  }
}

const isAdjective = noun => /ed$|^(black|white)$/.test(noun);
const be = noun => isAdjective(noun) ? `be ${noun}` : `have ${one(noun)}`;
const inside = name => name.replace(/^.*\[(.*)\]$/, '$1');
const one = name => (/^[aeiou]/.test(name) ? 'an ' : 'a ') + name;
const and = list => list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}`;
