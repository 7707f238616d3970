// The page: where it stands, what moves it, and what it shows.
const SEED = 7, SIZES = ['rule', 'try', 'solution'], MOST_THUMBS = 60, MOST_LINES = 40;

class Steps {
  constructor(doc) {
    this.doc = doc;
    this.words = new Words(doc);
    this.searches = doc.searches.map(data => new Search(doc, data));
    this.at = {search: this.number(doc.start.way), walk: doc.start.walk, t: 0, k: Infinity, size: 'try'};
    this.quiz = new Quiz(SEED);
    this.asking = false;
    this.pending = false;
    this.reach = 0;
    this.timer = 0;
    this.note = null;
    this.lit = null;
    this.panels = new Panels(doc, this.words, $('panels'), (v, x) => this.pick(v, x));
    [this.tree, this.twin] = ['tree', 'tree2'].map(id => new Tree($(id), this.words, (...press) => this.jump(...press)));
    this.beside = -1;
    this.pale = true;
    if (doc.command) $('right').append(h('div', {}, h('h2', {}, 'Do it again'), repeatable(doc.command)));
    put('rules', doc.rules.map((rule, i) => h('li', {id: 'rule' + i}, rule[1])));
    if (this.search.outcome[0] !== OPEN) Object.assign(this.at, {k: 0, size: 'rule'});
    this.wire();
    this.read();
    this.show();
  }

  get search() { return this.searches[this.at.search]; }
  get order() { return this.search.order(this.at.walk); }
  get id() { return this.order.nodes[this.at.t]; }
  get done() { return this.at.k >= this.search.batches(this.id).length; }
  number(key) { return Math.max(0, this.searches.findIndex(search => search.key === key)); }

  // ------------------------------------------------------------------------------ moving
  to(t, k = Infinity, onward = false) {
    const last = this.asking && !onward ? this.reach : this.search.size - 1;
    Object.assign(this, {note: null, lit: null, pending: false});
    Object.assign(this.at, {t: Math.max(0, Math.min(last, t)), k});
    this.reach = Math.max(this.reach, this.at.t);
    if (this.asking) this.pending = this.quiz.ask(this.search, this.words, this.id, this.at.t);
    this.show();
  }

  next() {
    if (this.pending) return this.settle(null);
    const {t, k, size} = this.at, n = this.search.batches(this.id).length;
    if (size === 'rule' && k < n) return this.to(t, k + 1, true);
    if (t >= this.search.size - 1) return this.stop();
    if (size === 'solution' && !this.asking) return this.seek(SOLUTION);
    const some = size === 'rule' && this.search.batches(this.order.nodes[t + 1]).length;
    this.to(t + 1, some ? 0 : Infinity, true);
  }

  back() {
    const {t, k, size} = this.at, n = this.search.batches(this.id).length;
    if (size === 'rule' && n && Math.min(k, n) > 0) return this.to(t, Math.min(k, n) - 1);
    if (size === 'solution') return this.seek(SOLUTION, -1);
    this.to(t - 1);
  }

  seek(outcome, way = 1) {
    const {nodes} = this.order;
    let t = this.at.t + way;
    while (t > 0 && t < nodes.length && this.search.outcome[nodes[t]] !== outcome) t += way;
    if (t < nodes.length) return this.to(t);
    this.stop();
    this.note = `No ${outcome === FAILED ? 'dead end' : 'solution'} follows${this.search.whole ? '' : ' among the tries that are shown'}.`;
    this.show();
  }

  go(node) { if (node >= 0) this.to(this.order.at[node]); }

  beside(way) {
    const all = this.search.children[this.search.parent[this.id]] || [];
    this.go(all[all.indexOf(this.id) + way] ?? -1);
  }

  jump(tree, n, folded, again) {
    if (folded || (again && n !== this.id)) {
      tree.fold(n);
      if (folded) {
        tree.shut.delete(n);
        tree.opened.add(n);
      }
      return this.show();
    }
    if (tree === this.twin) this.change({search: this.beside});
    if (!this.asking || this.order.at[n] <= this.reach) this.go(n);
  }

  // A square or a value was pressed: why is it gone, or what would follow?
  pick(v, x) {
    if (this.pending) return;
    const choices = this.words.whole.has(v) && h('span', {class: 'choices'}, this.words.name(v), ': ', this.panels.choices(this.view, v));
    this.lit = null;
    this.note = [x < 0 ? 'Which value? ' : [this.answer(v, x), ' '], choices];
    this.show();
  }

  answer(v, x) {
    const {search, words} = this, gone = this.state.gone[v][x], what = words.opening(v, x);
    const decided = !gone && this.state.left[v].length === 1, node = decided ? this.state.chosen.get(v) : undefined;
    if (gone?.chosen) return [`${what}: no longer, since ${words.fact(v, search.value[gone.node])} is tried now.`, this.whatIf(v, x)];
    if (decided && node !== undefined) return `${what}: tried at step ${this.order.at[node]}.`;
    if (decided && !(words.isSquare(v) && this.state.gone[v].length > 1)) {
      const only = `the only ${words.unit(v)} that is left for ${words.name(v)}`;
      return `${what}: ${search.isGiven(this.state, v) ? 'it is given' : only}.`;
    }
    const why = decided ? this.state.gone[v][1 - x] : gone, asked = decided ? 1 - x : x;
    const reason = why ? search.reason(why) : this.panels.rejection(this.view, v, x);
    this.lit = reason && [...reason.slice(0, 3), [v, asked, asked]];
    const kid = search.children[this.id].find(child => search.place[child] === v && search.value[child] === x);
    const follow = kid && !this.asking && [' ', h('button', {class: 'link', 'data-go': this.order.at[kid]}, `See what follows (step ${this.order.at[kid]})`), '.'];
    return [reason ? words.whyNot(search, why, v, asked, reason) : `${what} is still possible.`, follow, !decided && this.whatIf(v, x)];
  }

  whatIf(v, x) {
    if (this.asking) return null;
    if (!this.doc.parts) return [' ', h('span', {class: 'soft'}, `“What if” is not offered: ${this.doc.missing}.`)];
    return [' ', h('button', {class: 'link', 'data-force': `${v}:${x}`}, `What if ${this.words.fact(v, x)}?`)];
  }

  // Goes on from here with `x` for `v`, whatever the search would have tried.
  force(v, x) {
    const {search, id} = this, base = search.base || search.key;
    const path = search.path(id).slice(1).map(n => [search.place[n], search.value[n]]);
    this.suppose(base, [...path.filter(([place]) => place !== v), [v, x]]);
    const made = this.search;
    this.to(this.order.at[Math.min(made.forced.length, made.size - 1)]);
  }

  suppose(base, forced) {
    const way = this.searches[this.number(base)];
    const said = this.words.fact(...forced[forced.length - 1]);
    const data = {...searched(this.doc, base, forced), key: 'if', base, title: `what if ${said}?`, says: `${way.title}, from what you decided`};
    const found = Object.assign(new Search(this.doc, data), {base, forced});
    this.searches = [...this.searches.slice(0, this.doc.searches.length), found];
    this.at.search = this.searches.length - 1;
    if (this.beside === this.at.search) this.beside = -1;
    this.solutionsKey = null;
    this.tree.foldAll();
    this.tree.follow = true;
  }

  // Another search or walk: at the same node where that is possible.
  change(what) {
    const old = this.search, path = old.path(this.id).slice(1).map(n => [old.place[n], old.value[n]]);
    let node = this.id;
    if (what.search === this.beside) this.beside = this.at.search;
    this.twin.foldAll();
    this.tree.foldAll();
    Object.assign(this.at, what);
    if (this.asking) node = this.reach = 0;
    else if (old !== this.search) {
      node = 0;
      for (const [v, x] of path) {
        const kid = this.search.children[node].find(child => this.search.place[child] === v && this.search.value[child] === x);
        if (kid === undefined) break;
        node = kid;
      }
    }
    Object.assign(this.tree, {follow: true, whole: false});
    this.go(node);
  }

  play() {
    if (this.timer) return this.stop();
    this.playing(true);
    const tick = () => {
      this.next();
      const on = this.timer && !this.pending && this.at.t < this.search.size - 1;
      if (on) this.timer = setTimeout(tick, 1400 / $('speed').value);
      else this.stop();
    };
    this.timer = setTimeout(tick, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playing(false);
  }

  playing(on) {
    $('play').classList.toggle('on', on);
    $('play').querySelector('span').textContent = on ? 'pause' : 'play';
  }

  // ----------------------------------------------------------------------------- asking
  ask(on) {
    this.asking = on;
    this.reach = this.at.t;
    this.quiz.pass(this.search, this.id);
    this.to(this.at.t);
  }

  settle(i) {
    const verdict = i === null ? null : this.quiz.answer(this.search, this.id, i);
    if (i !== null && !verdict) return;
    if (!verdict) this.quiz.pass(this.search, this.id);
    this.pending = false;
    const said = verdict?.said ? ` ${verdict.said} ` : ' ';
    this.reply = verdict && [h('b', {class: verdict.right ? 'good' : 'bad'}, verdict.right ? 'Right.' : 'Not so.'), said];
    this.show();
    this.reply = null;
  }

  showQuestion() {
    const {now} = this.quiz;
    $('quiz').hidden = !this.pending;
    if (this.pending) {
      put('question', now.text);
      put('answers', now.options.map((option, i) => h('button', {'data-a': i}, h('kbd', {}, String(i + 1)), option)));
    }
    $('askbox').hidden = !this.asking;
    put('score', this.search.size > 1 ? this.quiz.score() : 'no try, so no question');
    $('copyscore').hidden = !this.quiz.asked;
    for (const id of ['dead', 'sol', 'last']) $(id).disabled = this.asking;
  }

  // ----------------------------------------------------------------------------- showing
  show() {
    const {search, id} = this, {size} = this.at, asked = this.pending;
    const batches = search.batches(id), k = asked ? 0 : this.at.k, done = k >= batches.length && !asked;
    const working = size === 'rule' && k > 0 && (k < batches.length || (k === batches.length && search.outcome[id] === OPEN));
    const batch = !asked && working ? batches[k - 1] : null;
    const secret = asked && !this.quiz.now.reveals;
    this.state = search.state(id, asked ? 0 : k);
    this.view = {search, id, state: this.state, asked, done, batch, lit: this.lit};
    this.showWays();
    this.panels.draw(this.view);
    this.showTrees(secret ? '?' : !asked && !done ? '…' : '');
    this.showQuestion();
    this.showSentence(batch);
    this.showTaken(asked ? [] : batches.slice(0, Math.min(k, batches.length)));
    this.showRules(done && !this.lit && search.failure(id), this.lit || batch, asked ? [] : batches.slice(0, k));
    this.showProgram(secret || (!done && !batch), batch);
    this.showPlace(k, batches.length, done);
    this.showSolutions(secret || !done);
    this.see();
    this.write();
  }

  // The tree of this search, and that of the one beside it after as many tries.
  showTrees(asked) {
    const {walk, t} = this.at, other = !this.asking && this.searches[this.beside];
    document.querySelector('main').classList.toggle('two', Boolean(other));
    for (const tree of [this.tree, this.twin]) tree.pale = this.pale && !this.asking;
    this.tree.draw(this.search, walk, t, this.id, asked);
    put('numbers', other && this.numbers(this.search));
    put('numbers2', other && this.numbers(other));
    if (!other) return;
    const at = Math.min(t, other.size - 1);
    this.twin.draw(other, walk, at, other.order(walk).nodes[at], '');
  }

  numbers(search) {
    const {solved, failed} = search.order(this.at.walk), n = search.size, more = search.whole ? '' : ' so far';
    const ends = `${counted(failed[n], 'dead end')}, ${counted(solved[n], 'solution')}${more}`;
    return [h('b', {}, search.title), `: ${tries(search)}, ${ends}; ${this.found(search)}`];
  }

  found(search) {
    const {first} = search.order(this.at.walk);
    if (first < 0) return 'no solution' + (search.whole ? '' : ' yet');
    return first ? 'first solution at try ' + grouped(first) : 'solved without a try';
  }

  showSentence(batch) {
    const {search, id} = this;
    if (this.pending) return put('say');
    const silent = !this.done && !batch;
    const waiting = id ? `Tried: ${this.words.fact(search.place[id], search.value[id])}. What do the rules say?`
      : `${this.words.given(search) || 'Nothing is tried yet'}. What do the rules alone take?`;
    put('say', this.note || [this.reply, silent ? waiting : [...this.words.said(search, id, this.context(batch)), this.ending()]]);
  }

  // After the last try of a search that is shown whole: what it has proven.
  ending() {
    const {t} = this.at;
    if (!this.isOver()) return '';
    const n = this.order.solved[t + 1];
    if (n) return t ? ` That was the last try: ${counted(n, 'solution')} in all.` : '';
    return [t ? ' Every try failed: ' : ' ', h('b', {class: 'bad'}, `${this.doc.name} has no solution`), '. ',
      h('code', {}, 'everyway why'), ' names the rules that cannot hold together.'];
  }

  isOver() {
    const {search} = this;
    return search.whole && search.key !== 'if' && !this.asking && this.done && this.at.t === search.size - 1;
  }

  // What the sentence needs to know of the steps around this one.
  context(batch) {
    const {search, order, id} = this, {t, walk} = this.at, {depth, outcome} = search;
    const before = t ? order.nodes[t - 1] : 0, above = id ? search.state(search.parent[id]).left : null;
    const up = depth[before] - depth[id] + (outcome[before] === OPEN ? 1 : 0);
    const kids = search.children[id];
    return {
      batch,
      solutions: grouped(order.solved[t + 1]),
      back: walk === 'depth' && t > 1 ? Math.max(0, up) : 0,
      forced: above ? this.state.left.filter((left, v) => left.length === 1 && above[v].length > 1 && !this.state.chosen.has(v)).length : 0,
      barren: walk === 'depth' && !this.asking && outcome[id] === OPEN && kids.length > 0 && search.whole && kids.every(kid => outcome[kid] === FAILED),
    };
  }

  showTaken(batches) {
    const merged = new Map();
    for (const [rule, line, because, lost] of batches) {
      const key = rule + '/' + line;
      if (!merged.has(key)) merged.set(key, [rule, line, [], []]);
      merged.get(key)[2].push(...because);
      merged.get(key)[3].push(...lost);
    }
    this.takenList = [...merged.values()];
    put('taken', this.takenList.slice(0, MOST_LINES).map(([rule, line, , lost], i) => h('li', {tabindex: 0, 'data-b': i},
      h('span', {}, this.words.line(line) || this.doc.rules[rule][1]), h('span', {class: 'what'}, this.words.lost(lost, 9)))));
    $('takenbox').hidden = !this.takenList.length;
  }

  showRules(failure, batch, batches) {
    const broken = failure ? failure[0] : -1, work = !failure && batch ? batch[0] : -1;
    const took = new Set(batch ? [] : batches.map(one => one[0]));
    this.doc.rules.forEach((_, i) => {
      const item = $('rule' + i);
      item.className = i === broken ? 'broken' : i === work ? 'work' : took.has(i) ? 'took' : '';
      item.toggleAttribute('aria-current', i === broken || i === work);
    });
  }

  // Scrolls to the rule at work, within its own list alone: on a phone the page must not jump.
  see() {
    const item = document.querySelector('#rules [aria-current]');
    if (!item) return;
    const list = $('rulesbox'), top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - 8;
  }

  showProgram(waiting, batch) {
    const {search, id} = this;
    const [line, verdict] = waiting || batch ? ['decide', 'ok'] : !id && search.outcome[0] === OPEN ? ['start', 'ok']
      : [['filter', 'bad'], ['down', 'ok'], ['solution', 'good']][search.outcome[id]];
    showProgram(this.at.walk, search.checks, line, verdict);
  }

  showPlace(k, n, done) {
    const {search, order, id} = this, {t, size, walk} = this.at, last = search.size - 1;
    const rule = size === 'rule' && n ? `, rule ${Math.min(k, n)} of ${n}` : '';
    const end = t < last || !done ? '' : search.whole ? ' · the end' : ` · only the first ${grouped(last)} tries are shown`;
    $('count').textContent = `step ${grouped(t)} of ${grouped(last)}${search.whole ? '' : '+'}${rule}${end}`;
    Object.assign($('slider'), {max: last, value: t});
    $('slider').setAttribute('aria-valuetext', $('count').textContent);
    const dead = order.failed[t + 1] - (!done && search.outcome[id] === FAILED ? 1 : 0);
    const below = id && done && !this.asking && search.outcome[id] === OPEN && search.whole
      ? ` · below this node: ${counted(search.below.tried[id], 'try', 'tries')}, ${counted(search.below.solved[id], 'solution')}` : '';
    $('sofar').textContent = `${grouped(t)} tried, ${search.checks ? grouped(dead) + ' rejected' : counted(dead, 'dead end')}${below}`;
    const pressed = (name, value) => document.querySelectorAll(`[data-${name}]`).forEach(b => b.setAttribute('aria-pressed', b.dataset[name] === value));
    pressed('size', size);
    pressed('walk', walk);
    $('ask').setAttribute('aria-pressed', this.asking);
    $('pale').setAttribute('aria-pressed', this.tree.pale);
    $('pale').disabled = this.asking;
  }

  showSolutions(hidden) {
    const {order, search} = this;
    const n = order.solved[this.at.t + 1] - (hidden && search.outcome[this.id] === SOLUTION ? 1 : 0);
    const {known} = this.doc, total = known && !this.asking && search.key !== 'if' ? ` of ${grouped(known[0])} (${known[1]})` : '';
    $('nsol').textContent = (n ? grouped(n) : this.isOver() ? 'none' : 'none yet') + total;
    const key = [this.at.search, this.at.walk, n].join();
    if (key === this.solutionsKey) return;
    this.solutionsKey = key;
    const steps = [];
    for (let t = 0; steps.length < Math.min(n, MOST_THUMBS); t++) if (search.outcome[order.nodes[t]] === SOLUTION) steps.push(t);
    const shown = steps.map((t, i) => h('button', {class: 'thumb', 'data-go': t, 'aria-label': `solution ${i + 1}, step ${t}`, title: `step ${t}`},
      this.panels.thumb(search, order.nodes[t])));
    put('sols', shown, n > MOST_THUMBS && h('p', {class: 'soft'}, `and ${grouped(n - MOST_THUMBS)} more`));
  }

  // The searches one below the other, with what each needs.
  showWays() {
    const key = [this.at.search, this.at.walk, this.searches.length, this.search.title, this.beside, this.asking].join();
    if (key === this.waysKey) return;
    this.waysKey = key;
    const most = Math.max(...this.searches.map(search => search.size - 1), 1);
    put('ways', this.searches.map((search, i) => {
      const {held} = search.order(this.at.walk), width = `${Math.max(1, 100 * (search.size - 1) / most)}%`;
      const bar = s('svg', {class: 'bar', 'aria-hidden': 'true'}, s('rect', {width: '100%', height: 5}), s('rect', {class: 'full', width, height: 5}));
      const same = this.searches.slice(0, i).find(other => search.isLike(other));
      const needs = same ? `the same tree as ${same.title}` : [this.found(search), h('span', {class: 'held'}, `, keeps ${counted(held, 'state')} at most`)];
      const here = i === this.at.search, name = `the tree of “${search.title}” beside this one`;
      return [h('button', {'data-way': i, 'aria-pressed': String(here), title: search.says},
        h('span', {class: 't'}, search.title), bar, h('span', {class: 'n'}, tries(search)), h('span', {class: 'm'}, needs)),
      h('button', {'data-beside': i, 'aria-pressed': String(i === this.beside), 'aria-label': name, title: name, disabled: here || this.asking},
        s('svg', {viewBox: '0 0 16 16', 'aria-hidden': 'true'}, s('path', {d: 'M1 2h6v12H1zM9 2h6v12H9z'})))];
    }));
  }

  // ------------------------------------------------------------------------------- wiring
  wire() {
    const on = (id, act) => $(id).addEventListener('click', act);
    on('first', () => this.to(0));
    on('back', () => this.back());
    on('next', () => this.next());
    on('play', () => this.play());
    on('dead', () => this.seek(FAILED));
    on('sol', () => this.seek(SOLUTION));
    on('up', () => this.go(this.search.parent[this.id]));
    on('last', () => this.to(this.search.size - 1));
    on('ask', () => this.ask(!this.asking));
    on('zoomin', () => this.tree.zoom(1.3));
    on('zoomout', () => this.tree.zoom(1 / 1.3));
    on('fit', () => this.fit(!this.tree.whole));
    on('unfold', () => { this.tree.opened.size ? this.tree.foldAll() : this.tree.unfold(this.search); this.show(); });
    on('pale', () => { this.pale = !this.pale; this.show(); });
    on('theme', () => { theme.turn(); this.write(); });
    on('big', () => { document.documentElement.classList.toggle('big'); this.tree.measure(); this.show(); });
    on('link', () => { this.written(); this.copy(location.href, 'link'); });
    $('link').hidden = location.protocol === 'blob:'; // in the playground the page has no address of its own
    on('copyscore', () => this.copy(`${this.doc.name}, ${this.search.title}: ${this.quiz.score()}`, 'copyscore'));
    on('helpme', () => $('help').showModal());
    on('closehelp', () => $('help').close());
    $('slider').addEventListener('input', event => this.to(Number(event.target.value)));
    $('seed').addEventListener('change', event => this.sow(Number(event.target.value)));
    document.addEventListener('click', event => this.pressed(event.target.closest('[data-size],[data-walk],[data-way],[data-beside],[data-go],[data-a],[data-force],#say [data-f]')));
    for (const kind of ['mouseover', 'mouseout', 'focusin', 'focusout']) $('taken').addEventListener(kind, event => this.light(event));
    addEventListener('keydown', event => this.key(event));
    for (const kind of ['beforeprint', 'afterprint']) addEventListener(kind, () => this.tree.onPaper(kind === 'beforeprint'));
    addEventListener('hashchange', () => { if (location.hash !== this.hash) { this.read(); this.show(); } });
    for (const tree of [this.tree, this.twin]) new ResizeObserver(() => { if (tree.measure() && tree.follow) this.show(); }).observe(tree.svg);
  }

  pressed(button) {
    if (!button) return;
    const {size, walk, way, beside, go, a, force, f} = button.dataset;
    if (size) { this.at.size = size; this.show(); }
    else if (walk) this.change({walk});
    else if (way) this.change({search: Number(way)});
    else if (beside) { this.beside = this.beside === Number(beside) ? -1 : Number(beside); this.show(); }
    else if (go) this.to(Number(go));
    else if (a) this.settle(Number(a));
    else if (f) this.pick(...f.split(':').map(Number));
    else this.force(...force.split(':').map(Number));
  }

  fit(whole) {
    Object.assign(this.tree, {whole, follow: true});
    this.show();
  }

  sow(seed) {
    this.quiz = new Quiz(Math.max(1, Math.floor(seed)) || SEED);
    $('seed').value = this.quiz.seed;
    this.reach = 0;
    this.to(0);
  }

  copy(text, id) {
    navigator.clipboard?.writeText(text).catch(() => {});
    $('copied').textContent = `copied: ${text}`;
    $(id).classList.add('on');
    setTimeout(() => $(id).classList.remove('on'), 900);
  }

  light(event) {
    const item = event.target.closest('[data-b]'), on = event.type === 'mouseover' || event.type === 'focusin';
    const lit = item && on ? this.takenList[Number(item.dataset.b)] : null;
    if (lit === this.lit) return;
    this.lit = lit;
    this.panels.draw({...this.view, batch: null, lit});
  }

  // Keys as in CP Profiler, where it has one; it has no steps, and its arrows to the side go to
  // siblings, as here with shift.
  key(event) {
    const typing = event.target.matches('input:not([type=range])');
    if (event.ctrlKey || event.metaKey || event.altKey || typing || $('help').open) return;
    const act = this.pending && /^[1-9]$/.test(event.key) ? () => this.settle(Number(event.key) - 1) : {
      ArrowRight: () => event.shiftKey ? this.beside(1) : this.next(), ArrowLeft: () => event.shiftKey ? this.beside(-1) : this.back(),
      Home: () => this.to(0), End: () => this.to(this.search.size - 1),
      ArrowUp: () => this.go(this.search.parent[this.id]), ArrowDown: () => this.go(this.search.children[this.id].at(event.shiftKey ? -1 : 0) ?? -1),
      d: () => this.asking || this.seek(FAILED), s: () => this.asking || this.seek(SOLUTION), r: () => this.to(0), q: () => this.ask(!this.asking),
      h: () => { this.tree.fold(this.id); this.show(); }, f: () => { this.tree.foldAll(); this.show(); },
      u: () => { this.tree.unfold(this.search); this.show(); },
      l: () => { this.tree.labels = !this.tree.labels; this.show(); }, c: () => this.fit(false), z: () => this.fit(!this.tree.whole),
      '+': () => this.tree.zoom(1.3), '-': () => this.tree.zoom(1 / 1.3),
      o: () => this.change({walk: this.at.walk === 'depth' ? 'levels' : 'depth'}), w: () => this.change({search: (this.at.search + 1) % this.searches.length}),
      p: () => $('pale').click(),
      b: () => $('big').click(), t: () => $('theme').click(), '?': () => $('help').showModal(), ' ': () => this.play(),
    }[event.key];
    if (!act || (event.key === ' ' && event.target.matches('button,[role=button]'))) return;
    event.preventDefault();
    act();
  }

  // -------------------------------------------------------------------------------- hash
  write() {
    const {search} = this, {walk, t, size, k} = this.at;
    const query = new URLSearchParams({way: search.base || search.key, walk, step: t, size});
    if (search.forced) query.set('if', search.forced.map(fact => fact.join('.')).join('_'));
    if (this.beside >= 0) query.set('beside', this.searches[this.beside].key);
    if (!this.pale) query.set('pale', '0');
    if (k !== Infinity) query.set('rule', k);
    if (this.asking) query.set('ask', '1');
    if (this.asking || this.quiz.seed !== SEED) query.set('seed', this.quiz.seed);
    if (theme.chosen) query.set('theme', document.documentElement.dataset.theme);
    if (document.documentElement.classList.contains('big')) query.set('big', '1');
    this.hash = '#' + query;
    this.writing ||= setTimeout(() => this.written(), 200); // browsers allow some addresses a second
  }

  written() {
    clearTimeout(this.writing);
    this.writing = 0;
    try { history.replaceState(null, '', this.hash); } catch { /* some viewers forbid it */ }
  }

  read(hash = location.hash) {
    const query = new URLSearchParams(hash.slice(1)), {at} = this;
    if (this.doc.searches.some(search => search.key === query.get('way'))) at.search = this.number(query.get('way'));
    if (PROGRAMS[query.get('walk')]) at.walk = query.get('walk');
    if (SIZES.includes(query.get('size'))) at.size = query.get('size');
    if (query.get('theme')) theme.set(query.get('theme'));
    document.documentElement.classList.toggle('big', query.get('big') === '1');
    this.tree.measure();
    const forced = (query.get('if') || '').split('_').filter(Boolean).map(fact => fact.split('.').map(Number));
    if (this.doc.parts && forced.length && forced.every(([v, x]) => this.doc.variables[v]?.values?.[x] !== undefined)) {
      this.suppose(this.searches[at.search].key, forced);
    }
    this.beside = this.searches.findIndex((search, i) => search.key === query.get('beside') && i !== at.search);
    this.pale = query.get('pale') !== '0';
    this.quiz = new Quiz(Number(query.get('seed')) || SEED);
    $('seed').value = this.quiz.seed;
    this.asking = query.get('ask') === '1';
    if (query.has('step')) Object.assign(at, {t: Math.max(0, Math.min(this.search.size - 1, Number(query.get('step')) || 0)), k: Infinity});
    if (query.has('rule')) at.k = Math.max(0, Number(query.get('rule')) || 0);
    this.reach = at.t;
    this.pending = this.asking && this.quiz.ask(this.search, this.words, this.id, at.t);
  }
}

const tries = ({size, whole}) => whole ? counted(size - 1, 'try', 'tries') : `${grouped(size - 1)}+ tries`;

const began = performance.now();
unpacked().then(doc => {
  window.page = new Steps(doc);
  document.documentElement.dataset.ready = Math.round(performance.now() - began);
});
