const MOST_FRESH = 250, MOST_LINES_FROM = 6;

// The panels: boards with pieces or values, other pictures, and rows of value chips.
class Panels {
  constructor(doc, words, root, pick) {
    this.doc = doc;
    this.words = words;
    this.root = root;
    this.conflicts = doc.parts && new Propagation(doc, null);
    const pictures = doc.panels.filter(panel => panel.cells).length;
    root.classList.toggle('several', pictures > 1);
    root.classList.toggle('chips', pictures === 0);
    root.classList.toggle('one', doc.variables.length <= 12);
    pressable(root, '[data-f]', found => pick(...found.dataset.f.split(':').map(Number)));
    put('legend', words.legend());
    const grounds = [...$('grounds').children];
    this.frames = doc.panels.map(panel => this.frame(panel, panel.cells && grounds.shift()));
  }

  frame(panel, svg) {
    const title = (this.doc.panels.length > 1 || !svg) && panel.title ? h('figcaption', {}, panel.title) : null;
    const box = h('figure', {class: 'panel ' + panel.kind}, title);
    const frame = {panel, svg};
    if (svg) {
      frame.over = s('g', {class: 'over'});
      svg.setAttribute('role', 'group'); // an image would hide its squares from screen readers
      frame.ground = svg.firstElementChild;
      svg.append(panel.labelled === false ? coordinates(panel) : '', frame.over, above(svg));
      if (isWide(svg)) this.root.classList.add('wide');
      box.append(svg);
    } else {
      frame.rows = h('div', {class: 'rows'});
      box.append(panel.folded ? h('details', {}, h('summary', {}, 'every value'), frame.rows) : frame.rows);
    }
    this.root.append(box);
    return frame;
  }

  // `view`: search, id, state, asked (its outcome is hidden), done, batch (one rule at work), lit.
  draw(view) {
    const {search, id, asked} = view;
    const cause = new Set(), fresh = new Set();
    const show = (because, lost) => {
      eachFact(because, (v, x) => cause.add(v + ':' + x));
      eachLost(lost, (v, x) => fresh.add(v + ':' + x));
    };
    const failure = search.failure(id);
    if (view.lit) show(view.lit[2], view.lit[3]);
    else if (asked) /* nothing is given away */;
    else if (view.batch) show(view.batch[2], view.batch[3]);
    else if (failure && view.done) show(failure[2], search.checks ? [] : failure[3]);
    else if (view.done) for (const batch of search.batches(id)) show([], batch[3]);
    const verdict = asked ? 'asked' : !id ? '' : !view.done ? 'ok' : ['bad', 'ok', 'good'][search.outcome[id]];
    const now = {...view, cause, fresh, struck: this.struck(view), tried: id ? search.place[id] : -1, verdict};
    const focus = this.root.contains(document.activeElement) && document.activeElement.dataset.f;
    for (const frame of this.frames) this[frame.panel.kind === 'sketch' ? 'filling' : frame.panel.kind](frame, now);
    const all = [...this.root.querySelectorAll('[data-f]')];
    const kept = focus ? all.find(one => one.dataset.f === focus
      || (one.dataset.whole && one.dataset.f.split(':')[0] === focus.split(':')[0])) : null;
    (kept || all[0])?.setAttribute('tabindex', '0');
    kept?.focus();
  }

  // What a search that only checks will reject: by which rule, and because of which decision.
  struck({search, id, asked, state}) {
    const found = new Map();
    if (!search.checks || asked || !this.conflicts) return found;
    for (const [v, node] of state.chosen) {
      if (node === id && search.outcome[id] === FAILED) continue;
      const value = search.value[node];
      for (const {other, rule, gone} of this.conflicts.conflicts(v, value)) {
        if (!state.chosen.has(other)) gone.forEach(x => found.set(other + ':' + x, {rule, because: [v, value]}));
      }
    }
    return found;
  }

  // Why a value will be rejected, `[rule, line, because]`; or null.
  rejection(view, v, x) {
    const found = this.struck(view).get(v + ':' + x);
    return found ? [found.rule, new Recorder(this.doc).lineOf(found.rule, found.because, v, x), found.because] : null;
  }

  // --------------------------------------------------------------------------- pieces
  pieces({panel, svg, over}, now) {
    const C = panel.cell, on = [], centres = new Map(), squares = [], standing = [];
    for (const cell of panel.cells) {
      const [v, x, row, column] = cell, [X, Y] = spotOf(panel, cell), key = v + ':' + x;
      const gone = now.state.gone[v][x], only = !gone && now.state.left[v].length === 1;
      centres.set(key, [X + C / 2, Y + C / 2]);
      const inner = [box('hit', X, Y, C), now.state.empty.has(v) && box('dead', X, Y, C), now.cause.has(key) && box('cause', X + 2, Y + 2, C - 4),
        gone && v === now.tried && this.words.isSquare(v) && box('tried ' + now.verdict, X + 2, Y + 2, C - 4)];
      const fallen = gone?.failed && now.state.chosen.has(v) && now.search.value[now.state.chosen.get(v)] === x;
      if (only || fallen) {
        on.push(`r${row}c${column}`);
        standing.push(s('g', {class: 'firm ' + this.look(v, now)}, sign(panel, '1', [X, Y])));
      } else if (gone && (!gone.chosen || this.words.isSquare(v))) inner.push(cross(panel, cell, now.fresh.has(key) ? 'cross now' : 'cross'));
      else if (!gone && now.struck.has(key)) inner.push(cross(panel, cell, 'cross idle'));
      else if (!gone) inner.push(s('circle', {class: 'may', cx: X + C * (cell[4] ? .84 : .5), cy: Y + C * (cell[4] ? .84 : .5), r: C * .07}));
      const words = only ? 'stands here' : gone ? 'crossed out' : 'possible';
      squares.push(this.spot(`${v}:${x}`, `${this.words.fact(v, x)}: ${words}`, inner));
    }
    put(over, squares, this.links(now, centres), standing);
    svg.setAttribute('aria-label', `${panel.title} ${on.length ? 'on ' + on.join(', ') : 'nowhere yet'}`);
  }

  spot(fact, label, inner, whole) {
    return s('g', {'data-f': fact, 'data-whole': whole, tabindex: -1, role: 'button', 'aria-label': label}, inner);
  }

  // Lines from the pieces that are the cause to what cannot stand because of them.
  links(now, centres) {
    const failure = now.lit || (now.done && now.search.failure(now.id));
    if (now.asked || !failure) return [];
    const ends = [], lines = [];
    eachLost(failure[3], (v, x) => ends.push(v + ':' + x));
    if (ends.length * failure[2].length > 80 || failure[2].length > 2 * MOST_LINES_FROM) return [];
    for (const end of ends) {
      eachFact(failure[2], (v, x) => {
        const [a, b] = [centres.get(v + ':' + x), centres.get(end)];
        if (a && b) lines.push(s('path', {class: 'clash', d: `M${a}L${b}`}));
      });
    }
    return lines;
  }

  // ------------------------------------------------------ boards with values, other pictures
  filling({panel, svg, over}, now) {
    const centres = new Map(), rows = {}, spots = [];
    const pressed = new Set(panel.cells.map(([v]) => v));
    const dress = (v, text, only) => this.dress(v, text, only, now, pressed);
    const drawn = [panel.looks && layered(panel, v => this.shown(v, now), dress)];
    for (const cell of panel.cells) {
      const [v, , row] = cell, at = spotOf(panel, cell), [X, Y, W, H] = at, left = now.state.left[v], keys = this.factsOf(v);
      keys.forEach(key => centres.set(key, [X + W / 2, Y + H / 2]));
      const only = left.length === 1, some = set => only && keys.some(key => set.has(key)), texts = this.shown(v, now);
      const inner = ['hit', now.state.empty.has(v) && 'dead', some(now.cause) && 'cause', some(now.fresh) && 'fresh'].map(look => look && box(look, X + 2, Y + 2, W - 4, H - 4));
      if (!texts) drawn.push(laidOut(at, [], 0, 1, this.leftOf(v, now)));
      else if (!panel.looks) drawn.push(onSquare(panel, cell, texts, this.doc.variables[v].values || [], dress));
      const values = left.map(x => this.words.value(v, x)), words = only ? values[0] : `${left.length} possible: ${values.join(' ')}`;
      (rows[row] ||= []).push(only ? words : '?');
      spots.push(this.spot(`${v}:${only ? left[0] : -1}`, `${this.words.name(v)}: ${words}`, inner, true));
    }
    put(over, drawn, spots, this.links(now, centres));
    svg.setAttribute('aria-label', `${panel.title}: ${Object.values(rows).map(r => r.join(' ')).join(' / ')}`);
  }

  // The values that a variable may have, and those that it has just lost; null for too many.
  shown(v, {state, fresh}) {
    const {values} = this.doc.variables[v], [low, high] = state.ends[v] || [];
    if (!values) return low === high ? [this.words.value(v, low)] : null;
    const [only, ...more] = state.left[v];
    if (only !== undefined && !more.length) return [values[only]];
    return values.filter((_, x) => !state.gone[v][x] || fresh.size < MOST_FRESH && fresh.has(v + ':' + x));
  }

  // The look of a value that is shown; where its place is not that of its variable, it is pressed.
  dress(v, text, only, now, pressed) {
    const x = this.doc.variables[v].values?.indexOf(text), key = v + ':' + x, gone = now.state.gone[v][x];
    const state = gone ? 'now' : only ? this.look(v, now) : now.struck.has(key) ? 'idle' : '';
    const look = {class: `${only ? 'firm' : 'may'} ${state}${now.cause.has(key) ? ' why' : ''}`};
    return pressed.has(Number(v)) ? look
      : {...look, 'data-f': key, tabindex: -1, role: 'button', 'aria-label': `${this.words.fact(v, x)}: ${gone ? 'gone' : only ? 'decided' : 'possible'}`};
  }

  factsOf(v) { return (this.doc.variables[v].values || []).map((_, x) => v + ':' + x); }

  // What is given must look so; what follows from it, found.
  look(v, {tried, verdict, search, state}) {
    if (v === tried) return verdict;
    return state.chosen.has(v) ? 'set' : search.isGiven(state, v) ? 'given' : state.left[v].length === 1 ? 'forced' : '';
  }

  // How much is left of a variable, in a few letters.
  leftOf(v, now) {
    const wide = now.state.ends[v];
    const n = wide ? wide[1] - wide[0] + 1 : now.state.left[v].length;
    if (n > 3 || wide && n > 1) return `${n} left`;
    return n > 0 ? (wide ? [wide[0]] : now.state.left[v]).map(x => this.words.value(v, x)).join(' ') : '–';
  }

  // ------------------------------------------------------------------------------ lists
  rows({panel, rows}, now) {
    const strip = full => rows.previousSibling && full.startsWith(panel.title + '[') ? full.slice(panel.title.length + 1, -1) : full;
    put(rows, panel.rows.map(v => {
      const variable = this.doc.variables[v], {state} = now;
      const look = state.empty.has(v) ? 'dead' : (v === now.tried ? 'tried ' : '') + this.look(v, now);
      const name = h('span', {class: 'var', title: variable.full}, strip(variable.full));
      return h('div', {class: 'row ' + look}, name, h('span', {class: 'values'}, this.chips(v, now)));
    }));
  }

  // The values of a variable to be pressed, outside the panels.
  choices(view, v) { return this.chips(v, {...view, fresh: new Set(), cause: new Set(), struck: this.struck(view)}, 'button'); }

  chips(v, now, tag = 'span') {
    const {state} = now, {values} = this.doc.variables[v];
    if (!values) {
      const [low, high] = state.ends[v];
      const said = low > high ? 'none' : low === high ? this.words.value(v, low) : `${this.words.value(v, low)} … ${this.words.value(v, high)}`;
      return h('span', {class: 'chip' + (low === high ? ' only' : '')}, said);
    }
    return values.map((value, x) => {
      const key = v + ':' + x, gone = state.gone[v][x], alone = state.left[v].length === 1;
      const look = ['chip', gone ? 'gone' : alone ? 'only' : '', now.fresh.has(key) && 'now', now.cause.has(key) && 'cause',
        !gone && !alone && now.struck.has(key) && 'idle'].filter(Boolean).join(' ');
      const words = gone ? 'gone' : alone ? 'decided' : 'possible';
      const span = tag === 'span' && {tabindex: -1, role: 'button'};
      return h(tag, {class: look, 'data-f': key, ...span, 'aria-label': `${this.words.fact(v, x)}: ${words}`}, value);
    });
  }

  // A small picture of a solution.
  thumb(search, id) {
    const state = search.state(id), frame = this.frames.find(one => one.svg);
    const value = v => state.ends[v] ? this.words.value(v, state.ends[v][0]) : this.words.value(v, state.left[v][0]);
    if (!frame) return h('span', {class: 'mini'}, this.doc.variables.map((_, v) => value(v)).join(' '));
    const stands = (v, x) => x < 0 ? value(v) : String(Number(!state.gone[v][x]));
    return s('svg', {viewBox: frame.svg.getAttribute('viewBox')}, frame.ground.cloneNode(true), standing(frame.panel, stands));
  }
}

function box(look, x, y, width, height = width) { return s('rect', {class: look, x, y, width, height}); }
