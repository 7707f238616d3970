// Propagation as everyway's solver `flatmap` does it, over places in domains: for the questions
// that no recorded search answers. A test holds every trace of it against Python's.
class Propagation {
  // `tell` hears what is removed; see `Recorder`.
  constructor(doc, tell) {
    this.tell = tell;
    this.domains = doc.variables.map(v => v.values.map((_, x) => x));
    const numbers = doc.variables.map(v => v.numbers || v.values.map(Number));
    this.pairwise = doc.variables.map(() => []);
    this.watching = doc.variables.map(() => new Set());
    this.known = doc.variables.map(() => new Map());
    this.propagators = [];
    this.bindings = new Map();
    for (const part of doc.parts) {
      const [, rule] = part, scope = scopeOf(part);
      this.bindings.set(binding(rule, scope), {rule, scope, weight: 1});
      if (part[0] === 'different') for (const [place] of part[2]) this.pairwise[place].push(part);
      else if (part[0] === 'pair') for (const place of [part[2], part[3]]) this.pairwise[place].push(part);
      else this.propagators.push(propagator(part, numbers));
    }
    for (const one of this.propagators) for (const place of one.scope) this.watching[place].add(one);
  }

  root() {
    const state = this.domains.slice();
    for (const fact of this.propagators.filter(one => one.alone)) if (!this.ask(state, [fact], new Set())) return null;
    const decided = state.flatMap((domain, place) => domain.length === 1 ? [place] : []);
    return this.settle(state, decided, new Set(this.propagators)) ? state : null;
  }

  decide(state, place, value) {
    const child = state.slice();
    child[place] = [value];
    return this.settle(child, [place], new Set(this.watching[place])) ? child : null;
  }

  // What `value` at `place` rules out: other variables, the values that they lose, and the rule.
  conflicts(place, value) {
    const found = this.known[place];
    if (!found.has(value)) found.set(value, this.workedOut(place, value));
    return found.get(value);
  }

  workedOut(place, value) {
    const lost = new Map();
    const add = (other, rule, values) => {
      const key = other + '/' + rule;
      if (!lost.has(key)) lost.set(key, {other, rule, gone: new Set()});
      values.forEach(x => lost.get(key).gone.add(x));
    };
    for (const part of this.pairwise[place]) {
      if (part[0] === 'different') {
        const amount = part[2].find(image => image[0] === place)[1][value];
        for (const [other, amounts] of part[2]) {
          if (other !== place) add(other, part[1], amounts.flatMap((a, x) => a === amount ? [x] : []));
        }
      } else {
        const [, rule, one, two, flat] = part, gone = [];
        for (let i = 0; i < flat.length; i += 2) {
          if (place === one && flat[i] === value) gone.push(flat[i + 1]);
          if (place === two && flat[i + 1] === value) gone.push(flat[i]);
        }
        add(place === one ? two : one, rule, gone);
      }
    }
    return [...lost.values()].filter(one => one.gone.size);
  }

  // Propagates in `state` to a fixpoint, in sweeps, each against the order of the last.
  settle(state, decided, pending) {
    let sweep = [];
    while (decided.length || sweep.length || pending.size) {
      let changed = [];
      if (decided.length) changed = this.ruleOut(state, decided);
      else if (sweep.length) changed = this.ask(state, sweep, pending);
      else {
        sweep = [...pending];
        pending.clear();
      }
      if (!changed) return false;
      for (const place of changed) {
        this.watching[place].forEach(one => pending.add(one));
        if (state[place].length === 1) decided.push(place);
      }
    }
    return true;
  }

  // Of each open variable: the number, or weight, of the constraints that bind it to others that are open.
  degrees(state, weighted) {
    const found = state.map(() => 0);
    for (const {scope, weight} of this.bindings.values()) {
      const open = scope.filter(place => state[place].length > 1);
      if (open.length > 1) for (const place of open) found[place] += weighted ? weight : 1;
    }
    return place => found[place];
  }

  ask(state, sweep, pending) {
    const one = sweep.pop(), scope = [...new Set(one.scope)], known = state.slice();
    pending.delete(one);
    const before = new Map(scope.map(place => [place, state[place]]));
    let because = scope.flatMap(place => state[place].length === 1 ? [[place, state[place][0]]] : []);
    const changed = one.propagate(state);
    if (one.propagate.causes && changed?.length !== 0) {
      const causes = one.propagate.causes(known, state, this.domains);
      because = because.filter(([place]) => causes.has(place));
    }
    if (!changed) {
      const emptied = scope.find(place => !state[place].length);
      const lost = emptied === undefined ? [] : [[emptied, before.get(emptied), []]];
      this.bindings.get(binding(one.rule, one.scope)).weight++;
      this.tell.failing(one.rule, one.line, because, lost, emptied ?? -1);
    } else if (changed.length) {
      const lost = [...new Set(changed)].map(place => [place, before.get(place), state[place]]);
      this.tell.removed(one.rule, one.alone ? 0 : one.line, because, lost, one.alone);
    }
    return changed;
  }

  ruleOut(state, decided) {
    const place = decided.pop(), changed = [], because = [[place, state[place][0]]];
    for (const {other, rule, gone} of this.conflicts(place, state[place][0])) {
      const domain = state[other], left = domain.filter(x => !gone.has(x));
      if (left.length === domain.length) continue;
      if (!left.length) {
        [...this.bindings.values()].find(one => one.rule === rule && [place, other].every(p => one.scope.includes(p))).weight++;
        this.tell.failing(rule, null, because, [[other, domain, left]], other);
        return null;
      }
      this.tell.removed(rule, null, because, [[other, domain, left]]);
      state[other] = left;
      changed.push(other);
    }
    return changed;
  }
}

// Backtracking without propagation: a try is held against what is decided, and no more.
class Checking extends Propagation {
  settle(state, decided) {
    return decided.every(place => this.allowed(state, place));
  }

  allowed(state, place) {
    const tried = [[place, state[place], []]];
    for (const {other, rule, gone} of this.conflicts(place, state[place][0])) {
      if (state[other].length === 1 && gone.has(state[other][0])) {
        this.tell.failing(rule, null, [[other, state[other][0]]], tried, -1);
        return false;
      }
    }
    for (const one of this.watching[place]) {
      const scope = [...new Set(one.scope)];
      if (scope.every(p => state[p].length === 1) && !one.propagate(state.slice())) {
        const others = scope.filter(p => p !== place).map(p => [p, state[p][0]]);
        this.tell.failing(one.rule, one.line, others, tried, -1);
        return false;
      }
    }
    return true;
  }
}

// ------------------------------------------------------------------------------ propagators

function propagator(part, numbers) {
  const [kind, rule, line, ...says] = part;
  const scope = scopeOf(part);
  return {rule, line, scope, alone: scope.length < 2, propagate: PROPAGATORS[kind](...says, numbers)};
}

// What a rule says of one set of variables.
const binding = (rule, scope) => [rule, ...[...scope].sort()].join();

function scopeOf(part) {
  const [kind, , two, three] = part;
  if (kind === 'pair') return [two, three];
  const terms = kind === 'different' ? two : three;
  return [...new Set(Array.isArray(terms[0]) ? terms.map(term => term[0]) : terms)];
}

const PROPAGATORS = {
  // A sum of terms, each of one variable, that is at most `most`.
  linear: (terms, most) => state => {
    const lows = terms.map(([place, amounts]) => least(state[place], amounts));
    const slack = most - lows.reduce((sum, low) => sum + low, 0), changed = [];
    if (slack < 0) return null;
    terms.forEach(([place, amounts], i) => {
      const domain = state[place];
      if (domain.length < 2) return;
      const left = domain.filter(x => amounts[x] <= lows[i] + slack);
      if (left.length < domain.length) {
        state[place] = left;
        changed.push(place);
      }
    });
    return changed;
  },

  // A sum of terms that is not `number`.
  unequal: (terms, number) => state => {
    const unsettled = terms.filter(([place]) => state[place].length > 1);
    if (unsettled.length > 1) return [];
    const settled = terms.filter(([place]) => state[place].length === 1);
    const fixed = settled.reduce((sum, [place, amounts]) => sum + amounts[state[place][0]], 0);
    if (!unsettled.length) return fixed === number ? null : [];
    const [[place, amounts]] = unsettled, domain = state[place];
    state[place] = domain.filter(x => amounts[x] !== number - fixed);
    if (!state[place].length) return null;
    return state[place].length < domain.length ? [place] : [];
  },

  // The values of the variables are one of `rows`.
  rows: (scope, rows) => state => {
    const domains = scope.map(place => new Set(state[place]));
    const kept = rows.filter(row => row.every((x, i) => domains[i].has(x))), changed = [];
    if (!kept.length) return null;
    scope.forEach((place, i) => {
      const values = [...new Set(kept.map(row => row[i]))];
      if (values.length < state[place].length) {
        state[place] = values.sort((a, b) => a - b);
        changed.push(place);
      }
    });
    return changed;
  },

  // An automaton accepts the values of the variables: each value that is left is in a word.
  automaton: (scope, moves, start, accepting) => state => {
    let alive = new Set([start]);
    const layers = scope.map((place, i) => {
      const layer = moves[i].filter(([x, from]) => alive.has(from) && state[place].includes(x));
      alive = new Set(layer.map(move => move[2]));
      return layer;
    });
    alive = new Set(accepting.filter(end => alive.has(end)));
    if (!alive.size) return null;
    return scope.map((place, i) => [place, layers[i]]).reverse().flatMap(([place, layer]) => {
      const kept = layer.filter(move => alive.has(move[2])), domain = state[place];
      alive = new Set(kept.map(move => move[1]));
      state[place] = domain.filter(x => kept.some(move => move[0] === x));
      return state[place].length < domain.length ? [place] : [];
    });
  },

  // A word over graphs: each value is tried by itself, with a walk through the graph.
  graph: (scope, terms, kind, edges, size, more, numbers) => {
    const cannot = state => cannotHold(terms.map(term => valuesOf(term, state, numbers)), kind, edges, size, more);
    const without = (state, place, x) => cannot(Object.assign(state.slice(), {[place]: [x]}));
    const rulesOut = (state, lost) => lost.every(([place, gone, left]) => {
      const all = gone.every(x => without(state, place, x));
      state[place] = left;
      return all;
    }) && (lost.length > 0 || cannot(state));
    const propagate = state => {
      if (cannot(state)) return null;
      const changed = [];
      for (const place of scope) {
        const domain = state[place], left = domain.filter(x => domain.length < 2 || !without(state, place, x));
        if (left.length === domain.length) continue;
        state[place] = left;
        if (!left.length) return null;
        changed.push(place);
      }
      return changed;
    };
    // The decided variables without which it would not rule out all that it does.
    const causes = (before, after, domains) => {
      const state = before.slice();
      const lost = scope.map(p => [p, before[p].filter(x => !after[p].includes(x)), after[p]]).filter(([, gone]) => gone.length);
      return new Set(scope.filter(place => {
        if (before[place].length > 1) return false;
        state[place] = domains[place];
        const needed = !rulesOut(state.slice(), lost);
        if (needed) state[place] = before[place];
        return needed;
      }));
    };
    return Object.assign(propagate, {causes});
  },

  // Any constraint: dead when it cannot hold, filtering its last open variable.
  general: (scope, steps, numbers) => state => {
    const found = reading(steps, state, numbers);
    if (found !== 'open') return found === 'false' ? null : [];
    const unsettled = scope.filter(place => state[place].length > 1);
    if (unsettled.length !== 1) return [];
    const [place] = unsettled, domain = state[place];
    const kept = domain.filter(x => {
      state[place] = [x];
      return reading(steps, state, numbers) !== 'false';
    });
    state[place] = kept;
    if (!kept.length) return null;
    return kept.length < domain.length ? [place] : [];
  },
};

function least(domain, amounts) {
  return Math.min(...domain.map(x => amounts[x]));
}

// ---------------------------------------------------------------------------- words over graphs

// The values that a term may have: of a variable, a number, or by the steps of a constraint.
function valuesOf([at, what], state, numbers) {
  if (at === -1) return what;
  if (at >= 0) return state[at].map(x => what[x]);
  const found = reading(what, state, numbers);
  return found === 'open' ? [0, 1] : [found === 'true' ? 1 : 0];
}

// Whether a word certainly does not hold, by the values that each of its terms may have.
function cannotHold(sets, kind, edges, size, more) {
  if (kind === 'Connected') {
    const inside = sets.slice(0, size), links = sets.slice(size);
    const may = edges.filter(([a, b], e) => [links[e], inside[a], inside[b]].every(s => s.includes(1)));
    return areApart(marked(inside), may, size);
  }
  const rest = sets.slice(edges.length);
  const sure = edges.filter((_, e) => !sets[e].includes(0)), may = edges.filter((_, e) => sets[e].includes(1));
  if (kind === 'Regions') return notDivided(sets, edges, size, more, sure, may);
  if (kind === 'Tree') {
    const touched = more ? [...Array(size).keys()] : sure.flat();
    return hasCycle(sure, size) || areApart(touched, may, size);
  }
  if (kind === 'Path') {
    const [starts, ends] = rest.map(some => [...new Set(some)]);
    if ([starts, ends].some(some => !some.some(v => v >= 0 && v < size))) return true;
    if (starts.length > 1 || ends.length > 1) return hasCycle(sure, size);
    const closing = [starts[0], ends[0]];
    return noLoop([...sure, closing], [...may, closing], size);
  }
  return kind === 'Loop' ? noLoop(sure, may, size) : hasCycle(sure, size);
}

function marked(sets) {
  return sets.flatMap((s, v) => s.includes(0) ? [] : [v]);
}

// For each vertex one that stands for all that edges join it with.
function components(edges, size) {
  const to = [...Array(size).keys()];
  const find = v => {
    while (to[v] !== v) v = to[v] = to[to[v]];
    return v;
  };
  for (const [a, b] of edges) to[find(a)] = find(b);
  return to.map((_, v) => find(v));
}

function areApart(vertices, edges, size) {
  const lowest = components(edges, size);
  return new Set(vertices.map(v => lowest[v])).size > 1;
}

function hasCycle(edges, size) {
  return new Set(components(edges, size)).size > size - edges.length;
}

function tally(items) {
  const found = new Map();
  items.forEach(item => found.set(item, (found.get(item) || 0) + 1));
  return found;
}

function noLoop(sure, may, size) {
  const near = tally(sure.flat()), far = tally(may.flat()), touched = [...near.keys()];
  if (touched.some(v => near.get(v) > 2 || far.get(v) < 2) || areApart(touched, may, size)) return true;
  if (!hasCycle(sure, size)) return !hasCycle(may, size);
  return touched.some(v => near.get(v) !== 2) || areApart(touched, sure, size);
}

function notDivided(sets, edges, size, several, sure, may) {
  const first = edges.length + several, sizes = sets.slice(edges.length, first), roots = sets.slice(first);
  const low = components(sure, size), high = components(may, size);
  const least = tally(low), most = tally(high), rooted = tally(marked(roots).map(v => low[v]));
  const mayBe = new Set(roots.flatMap((s, v) => s.includes(1) ? [high[v]] : []));
  return edges.some(([a, b], e) => !sets[e].includes(1) && low[a] === low[b])
    || sizes.some((s, v) => Math.max(...s) < least.get(low[v]) || Math.min(...s) > most.get(high[v]))
    || (roots.length > 0 && ([...rooted.values()].some(n => n > 1) || [...most.keys()].some(v => !mayBe.has(v))));
}

// ------------------------------------------------------------------------------- intervals

// A constraint by its steps: 'true', 'false' or 'open'.
function reading(steps, state, numbers) {
  const values = [];
  for (const step of steps) values.push(STEPS[step[0]](step, values, state, numbers));
  const [low, high] = values[values.length - 1];
  return low === high ? (low ? 'true' : 'false') : 'open';
}

const TRUE = [1, 1, true], FALSE = [0, 0, true], EITHER = [0, 1, true];

// Each step: the interval [least, greatest, certainly defined], or null where it is undefined.
const STEPS = {
  variable: ([, place], values, state, numbers) => {
    const domain = state[place];
    return [numbers[place][domain[0]], numbers[place][domain[domain.length - 1]], true];
  },
  constant: ([, constant]) => [constant, constant, true],
  same: ([, [one]], values) => values[one],
  sum: ([, at, coefficients, constant], values) => strict(at, values, parts => {
    let low = constant, high = constant;
    parts.forEach(([first, last], i) => {
      const c = coefficients[i];
      low += c * (c > 0 ? first : last);
      high += c * (c > 0 ? last : first);
    });
    return [low, high];
  }),
  product: ([, at], values) => strict(at, values, parts => parts.reduce(
    ([low, high], [first, last]) => ends([low * first, low * last, high * first, high * last]), [1, 1])),
  power: ([, at, exponent], values) => strict(at, values, ([[low, high]]) => {
    const found = [low ** exponent, high ** exponent];
    return ends(low < 0 && high > 0 && exponent > 0 ? [...found, 0] : found);
  }),
  absolute: ([, at], values) => strict(at, values, ([[low, high]]) =>
    low >= 0 ? [low, high] : [high >= 0 ? 0 : -high, Math.max(-low, high)]),
  minimum: ([, at], values) => strict(at, values, parts =>
    [Math.min(...parts.map(p => p[0])), Math.min(...parts.map(p => p[1]))]),
  maximum: ([, at], values) => strict(at, values, parts =>
    [Math.max(...parts.map(p => p[0])), Math.max(...parts.map(p => p[1]))]),
  quotient: ([, at], values) => divided(at, values, ([a, b], [c, d]) =>
    ends([floored(a, c), floored(a, d), floored(b, c), floored(b, d)])),
  modulo: ([, at], values) => divided(at, values, ([low, high], [first, last]) => {
    if (first === last && floored(low, first) === floored(high, first)) {
      return [modulo(low, first), modulo(high, first)];
    }
    return first > 0 ? [0, last - 1] : [first + 1, 0];
  }),
  element: ([, at], values) => {
    const items = at.slice(0, -1).map(i => values[i]), index = values[at[at.length - 1]];
    if (!index || items.includes(null)) return null;
    const [low, high, sure] = index;
    const reached = items.slice(Math.max(low, 0), Math.max(high + 1, 0));
    if (!reached.length) return null;
    const certain = sure && low >= 0 && high < items.length && items.every(item => item[2]);
    return [Math.min(...reached.map(i => i[0])), Math.max(...reached.map(i => i[1])), certain];
  },
  among: ([, place, constant, equal], values, state, numbers) => {
    const domain = state[place];
    if (!domain.some(x => numbers[place][x] === constant)) return equal ? FALSE : TRUE;
    return domain.length > 1 ? EITHER : equal ? TRUE : FALSE;
  },
  compare: ([, [left, right], relation], values) => {
    const a = values[left], b = values[right];
    if (!a || !b) return FALSE;
    const [never, always] = DECIDE[relation](a[0], a[1], b[0], b[1]);
    if (never) return FALSE;
    return always && a[2] && b[2] ? TRUE : EITHER;
  },
  and: ([, at], values) => extreme(Math.min, at.map(i => values[i]), TRUE),
  or: ([, at], values) => extreme(Math.max, at.map(i => values[i]), FALSE),
  not: ([, [one]], values) => [1 - values[one][1], 1 - values[one][0], true],
  predicate: ([, at, cases], values) => {
    const parts = at.map(i => values[i]);
    if (parts.includes(null)) return FALSE;
    if (parts.some(([low, high, sure]) => low !== high || !sure)) return EITHER;
    return cases.includes(parts.map(p => p[0]).join(' ')) ? TRUE : FALSE;
  },
};

// For a..b against c..d: whether the relation never holds, and whether it always does.
const DECIDE = {
  '==': (a, b, c, d) => [b < c || d < a, a === b && b === c && c === d],
  '!=': (a, b, c, d) => [a === b && b === c && c === d, b < c || d < a],
  '<': (a, b, c, d) => [a >= d, b < c],
  '<=': (a, b, c, d) => [a > d, b <= c],
  '>': (a, b, c, d) => [b <= c, a > d],
  '>=': (a, b, c, d) => [b < c, a >= d],
};

function ends(corners) { return [Math.min(...corners), Math.max(...corners)]; }

function strict(at, values, found) {
  const parts = at.map(i => values[i]);
  return parts.includes(null) ? null : [...found(parts), parts.every(part => part[2])];
}

// A quotient or remainder, where the divisor may be 0: positive and negative ones apart.
function divided(at, values, found) {
  const [dividend, divisor] = at.map(i => values[i]);
  if (!dividend || !divisor || (divisor[0] === 0 && divisor[1] === 0)) return null;
  const [low, high, sure] = divisor;
  const halves = [[low, Math.min(high, -1)], [Math.max(low, 1), high]].filter(([a, b]) => a <= b);
  const each = halves.map(half => found(dividend, half));
  const certain = sure && dividend[2] && !(low <= 0 && high >= 0);
  return [Math.min(...each.map(e => e[0])), Math.max(...each.map(e => e[1])), certain];
}

function modulo(a, b) {
  const rest = a % b;
  return rest !== 0 && (rest < 0) !== (b < 0) ? rest + b : rest;
}

function floored(a, b) { return (a - modulo(a, b)) / b; }

function extreme(choose, parts, ofNone) {
  const known = parts.filter(part => part);
  if (!known.length) return ofNone;
  return [choose(...known.map(p => p[0])), choose(...known.map(p => p[1])), true];
}
