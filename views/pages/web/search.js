// The search that the page makes by itself, recorded in the form of the trace: "what if".
const MOST_CAUSES = 12;

class Recorder {
  constructor(doc) {
    this.doc = doc;
    this.nodes = [];
    this.taken = {};
    this.failed = {};
    this.root = OPEN;
    this.count = this.given = 0;
    this.lines = new Map();
  }

  chosen(depth, place, value) {
    this.finish();
    this.nodes.push(depth, place, value, OPEN);
    this.count++;
  }

  ends(outcome) {
    if (this.count) this.nodes[this.nodes.length - 1] = outcome;
    else this.root = outcome;
    if (outcome === FAILED) this.failed[this.count] = this.failure;
  }

  // What one line of a rule takes from several variables, for one cause, is one entry; and what a
  // rule says of single variables.
  removed(rule, line, because, losses, given = false) {
    this.merged ||= new Map();
    const cause = because.slice(0, MOST_CAUSES).flat();
    for (const [place, before, left] of losses) {
      for (const x of before.filter(value => !left.includes(value))) {
        const at = line ?? this.lineOf(rule, because[0], place, x), key = `${rule}/${at}/${cause}/${given}`;
        if (!this.merged.has(key)) {
          this.merged.set(key, [rule, at, cause, []]);
          this.given += given;
        }
        this.merged.get(key)[3].push([place, x]);
      }
    }
  }

  failing(rule, line, because, losses, emptied) {
    const facts = losses.flatMap(([place, before, left]) => before.filter(x => !left.includes(x)).map(x => [place, x]));
    const last = facts[facts.length - 1];
    const at = line ?? this.lineOf(rule, because[0], ...last);
    this.failure = [rule, at, because.slice(0, MOST_CAUSES).flat(), inRuns(facts), emptied];
  }

  // The first line of a rule in which two facts stand, such as `column 2`.
  lineOf(rule, [place, value], other, lost) {
    const one = this.id(place, value), two = this.id(other, lost), key = `${rule}/${one}/${two}`;
    if (!this.lines.has(key)) {
      const found = this.doc.scopes[rule].find(([, ids]) => ids.includes(one) && ids.includes(two));
      this.lines.set(key, found ? found[0] : 0);
    }
    return this.lines.get(key);
  }

  id(place, value) {
    const {ids} = this.doc.variables[place];
    return Array.isArray(ids) ? ids[value] : ids;
  }

  finish() {
    if (!this.merged) return;
    this.taken[this.count] = [...this.merged.values()].map(([r, l, b, facts]) => [r, l, b, inRuns(facts)]);
    this.merged = null;
  }
}

// Facts in order, those that follow each other as one: variable, first, last.
function inRuns(facts) {
  const found = [];
  for (const [place, x] of facts.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = found[found.length - 1];
    if (last && last[0] === place && last[2] === x - 1) last[2] = x;
    else found.push([place, x, x]);
  }
  return found.flat();
}

// The next variable to decide, or undefined: the first of those with the largest worth, or the first.
function nextOpen(way, state, rules) {
  const open = [...state.keys()].filter(place => state[place].length > 1), weigh = WORTH[way];
  if (!weigh) return open[0];
  const worth = weigh(state, rules);
  return open.reduce((best, place) => best === undefined || worth(place) > worth(best) ? place : best, undefined);
}

const WORTH = {
  fewest: state => place => -state[place].length,
  degree: (state, rules) => rules.degrees(state),
  weighted: (state, rules) => {
    const degree = rules.degrees(state, true);
    return place => degree(place) / state[place].length;
  },
};

// The search by one way, with the values of `forced` decided before any other.
function searched(doc, way, forced = [], limit = doc.limit) {
  const recorder = new Recorder(doc);
  const propagation = new (way === 'check' ? Checking : Propagation)(doc, recorder);
  const whole = walked(recorder, propagation, way, forced, limit);
  recorder.finish();
  const {nodes, taken, failed, root, given} = recorder;
  return {nodes, taken, failed, root, given, whole};
}

// Whether all of it was walked within the limit.
function walked(recorder, propagation, way, forced, limit) {
  const decided = (state, depth, place, value) => {
    recorder.chosen(depth, place, value);
    const child = propagation.decide(state, place, value);
    if (!child) recorder.ends(FAILED);
    return child;
  };
  let state = propagation.root();
  if (!state) recorder.ends(FAILED);
  for (const [i, [place, value]] of forced.entries()) state = state && decided(state, i + 1, place, value);
  const stack = [];
  const enter = found => {
    const place = nextOpen(way, found, propagation);
    if (place === undefined) recorder.ends(SOLUTION);
    else stack.push({state: found, place, next: 0});
  };
  if (state) enter(state);
  while (stack.length) {
    const top = stack[stack.length - 1], values = top.state[top.place];
    if (top.next >= values.length) stack.pop();
    else if (recorder.count >= limit) return false;
    else {
      const child = decided(top.state, forced.length + stack.length, top.place, values[top.next++]);
      if (child) enter(child);
    }
  }
  return true;
}
