// A recorded search as arrays, and what every variable may still take after any step.
const FAILED = 0, OPEN = 1, SOLUTION = 2;

class Search {
  constructor(doc, data) {
    this.doc = doc;
    for (const key of ['key', 'title', 'says', 'whole', 'taken', 'failed']) this[key] = data[key];
    this.given = (data.taken[0] || []).slice(0, data.given); // before any rule of several variables
    this.kept = data.kept ?? Infinity;
    this.reached = new Map();
    this.checks = (data.base || data.key) === 'check';
    const n = this.size = data.nodes.length / 4 + 1;
    this.depth = new Int32Array(n);
    this.place = new Int32Array(n).fill(-1);
    this.value = new Int32Array(n);
    this.parent = new Int32Array(n).fill(-1);
    this.outcome = new Uint8Array(n);
    this.outcome[0] = data.root;
    this.children = Array.from({length: n}, () => []);
    const last = [0];
    for (let i = 1, j = 0; i < n; i++, j += 4) {
      const depth = this.depth[i] = data.nodes[j];
      [this.place[i], this.value[i], this.outcome[i]] = data.nodes.slice(j + 1, j + 4);
      this.parent[i] = last[depth - 1];
      this.children[last[depth - 1]].push(i);
      last[depth] = i;
    }
    this.sum();
    this.orders = {};
  }

  // True if `other` makes the same tries, with the same ends.
  isLike(other) {
    const same = (one, two) => one.every((value, i) => value === two[i]);
    return this.size === other.size && ['depth', 'place', 'value', 'outcome'].every(key => same(this[key], other[key]));
  }

  // How many tries and solutions are below each node.
  sum() {
    const tried = new Int32Array(this.size), solved = new Int32Array(this.size);
    for (let i = this.size - 1; i >= 0; i--) {
      if (this.outcome[i] === SOLUTION) solved[i]++;
      if (i) {
        tried[this.parent[i]] += 1 + tried[i];
        solved[this.parent[i]] += solved[i];
      }
    }
    this.below = {tried, solved};
  }

  // The nodes in the order of a walk, where each stands in it, and where its subtree is complete.
  order(walk) {
    if (this.orders[walk]) return this.orders[walk];
    const nodes = [...Array(this.size).keys()];
    if (walk === 'levels') nodes.sort((a, b) => this.depth[a] - this.depth[b] || a - b);
    const at = new Int32Array(this.size), done = new Int32Array(this.size);
    const solved = new Int32Array(this.size + 1), failed = new Int32Array(this.size + 1);
    nodes.forEach((id, t) => { at[id] = t; });
    for (let i = this.size - 1; i >= 0; i--) {
      done[i] = Math.max(done[i], at[i]);
      if (i) done[this.parent[i]] = Math.max(done[this.parent[i]], done[i]);
    }
    nodes.forEach((id, t) => {
      solved[t + 1] = solved[t] + (this.outcome[id] === SOLUTION);
      failed[t + 1] = failed[t] + (this.outcome[id] === FAILED);
    });
    const first = nodes.findIndex(id => this.outcome[id] === SOLUTION);
    return this.orders[walk] = {nodes, at, done, solved, failed, first, held: this.held(walk)};
  }

  // The most states that a walk keeps at once: those of a path, or of a level.
  held(walk) {
    const alive = new Map();
    for (let i = 0; i < this.size; i++) {
      if (this.outcome[i] !== FAILED) alive.set(this.depth[i], (alive.get(this.depth[i]) || 0) + 1);
    }
    return walk === 'levels' ? Math.max(1, ...alive.values()) : Math.max(1, alive.size);
  }

  path(id) {
    const found = [];
    for (; id >= 0; id = this.parent[id]) found.unshift(id);
    return found;
  }

  // What each rule took at a node, and why it failed; where the trace keeps neither, since they are
  // too many, the page lets the rules work once more.
  batches(id) {
    const found = (id < this.kept ? this.taken[id] : this.reach(id).taken) || [];
    return id ? found : found.slice(this.given.length);
  }

  failure(id) { return id < this.kept ? this.failed[id] : this.reach(id).failure; }

  // What took a value that is gone in a state.
  reason({node, batch, failed, given}) { return given || (failed ? this.failure(node) : this.batches(node)[batch]); }

  // True of a variable whose value is given.
  isGiven(state, v) {
    return !state.chosen.has(v) && state.left[v].length === 1 && state.gone[v].every(why => !why || why.given);
  }

  reach(id) {
    if (!this.reached.has(id)) {
      this.rules ||= new (this.checks ? Checking : Propagation)(this.doc, null);
      const above = id && this.reach(this.parent[id]).state, recorder = this.rules.tell = new Recorder(this.doc);
      const state = id ? this.rules.decide(above, this.place[id], this.value[id]) : this.rules.root();
      recorder.finish();
      this.reached.set(id, {state, taken: recorder.taken[0], failure: state ? undefined : recorder.failure});
    }
    return this.reached.get(id);
  }

  // For each variable, of each value: null while it is possible, else why it is gone. Of a wide
  // variable only the ends of what is left are known.
  state(id, shown = Infinity) {
    const {variables} = this.doc;
    const gone = variables.map(v => new Array(v.values ? v.values.length : 0).fill(null));
    const ends = variables.map(v => v.values ? null : [0, v.size - 1]);
    const chosen = new Map(), empty = new Map();
    const lose = (flat, why) => eachRun(flat, (v, first, last) => {
      if (!ends[v]) for (let x = first; x <= last; x++) gone[v][x] = why;
      else if (first <= ends[v][0]) ends[v][0] = Math.max(ends[v][0], last + 1);
      else if (last >= ends[v][1]) ends[v][1] = Math.min(ends[v][1], first - 1);
    });
    for (const given of this.given) lose(given[3], {node: 0, given});
    for (const node of this.path(id)) {
      const place = this.place[node];
      if (place >= 0) {
        chosen.set(place, node);
        const value = this.value[node];
        if (ends[place]) ends[place] = [value, value];
        gone[place].forEach((why, x) => {
          if (x === value) gone[place][x] = null;
          else if (!why) gone[place][x] = {node, chosen: true};
        });
      }
      const list = this.batches(node);
      const most = node === id ? Math.min(shown, list.length) : list.length;
      for (let batch = 0; batch < most; batch++) lose(list[batch][3], {node, batch});
      const failure = node === id && shown >= list.length && !this.checks && this.failure(id);
      if (failure) {
        lose(failure[3], {node, failed: true});
        if (failure[4] >= 0) empty.set(failure[4], failure);
      }
    }
    const left = gone.map(values => values.flatMap((why, x) => why ? [] : [x]));
    return {gone, left, chosen, empty, ends};
  }
}

function eachRun(flat, each) {
  for (let i = 0; i < flat.length; i += 3) each(flat[i], flat[i + 1], flat[i + 2]);
}

function eachLost(flat, each) {
  eachRun(flat, (v, first, last) => { for (let x = first; x <= last; x++) each(v, x); });
}

function eachFact(flat, each) {
  for (let i = 0; i < flat.length; i += 2) each(flat[i], flat[i + 1]);
}
