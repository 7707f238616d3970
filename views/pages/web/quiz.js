// "Ask me first": one question a step, drawn by a seed, so that a whole class gets the same.
class Quiz {
  constructor(seed) {
    this.seed = seed;
    this.clear();
  }

  clear() {
    this.right = this.asked = 0;
    this.now = null;
    this.seen = new Set();
  }

  // A number from 0 to 1 for a step, the same on every machine (mulberry32).
  random(n) {
    let a = (Math.imul(this.seed, 2654435761) + Math.imul(Math.floor(n * 2), 40503)) >>> 0;
    a = (a + 0x6D2B79F5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  // Asks about a node, at step t; false where there is nothing to ask.
  ask(search, words, id, t) {
    this.now = id && !this.seen.has(search.key + id) ? this.question(search, words, id, t) : null;
    return Boolean(this.now);
  }

  question(search, words, id, t) {
    const r = this.random(t), failed = search.outcome[id] === FAILED;
    const what = words.opening(search.place[id], search.value[id]);
    const special = failed ? r < .4 && this.whichRule(search, words, id, what)
      : r < .45 ? this.howMany(search, words, id, t, what) : r > .8 && this.below(search, id, what);
    if (special) return {...special, reveals: true};
    const text = search.checks ? 'safe, or does it break a rule?' : 'does the search go on, or is it a dead end?';
    const options = search.checks ? ['safe', 'conflict'] : ['it goes on', 'dead end'];
    return {text: `${what}: ${text}`, options, answer: failed ? 1 : 0, reveals: false};
  }

  whichRule(search, words, id, what) {
    const {rules} = words.doc, rule = search.failure(id)[0];
    if (rules.length < 2) return null;
    const others = rules.map((_, i) => i).filter(i => i !== rule);
    const start = Math.floor(this.random(id + .5) * others.length);
    const some = [rule, ...[...others.slice(start), ...others.slice(0, start)].slice(0, 3)].sort((a, b) => a - b);
    const text = `${what} ${search.checks ? 'is rejected' : 'is a dead end'}. By which rule?`;
    return {text, options: some.map(i => rules[i][1]), answer: some.indexOf(rule)};
  }

  howMany(search, words, id, t, what) {
    if (search.checks) return null;
    const before = search.state(search.parent[id]).left, after = search.state(id).left, here = search.place[id];
    const changed = before.flatMap((l, v) => v !== here && l.length > after[v].length ? [v] : []);
    if (!changed.length) return null;
    const v = changed[Math.floor(this.random(t + .5) * changed.length)], n = after[v].length, most = before[v].length;
    const low = Math.max(1, Math.min(n - 1, most - 3));
    const options = [...new Set([low, low + 1, low + 2, low + 3, n])].filter(x => x <= most).sort((a, b) => a - b);
    const text = `${what} is safe. How many ${words.unit(v)}s will ${words.name(v)} have left? It has ${most} now.`;
    return {text, options: options.map(String), answer: options.indexOf(n)};
  }

  below(search, id, what) {
    if (!search.whole || search.outcome[id] !== OPEN || !search.children[id].length) return null;
    return {text: `${what} is safe so far. Will it lead to a solution?`, options: ['yes', 'no'], answer: search.below.solved[id] ? 0 : 1};
  }

  // Takes the answer number i; what to say of it, or null.
  answer(search, id, i) {
    const question = this.now;
    if (!question || i >= question.options.length) return null;
    const right = i === question.answer;
    this.asked++;
    this.right += right;
    this.pass(search, id);
    return {right, said: right ? '' : `It is: ${question.options[question.answer]}.`};
  }

  pass(search, id) {
    this.seen.add(search.key + id);
    this.now = null;
  }

  score() { return this.asked ? `${this.right} of ${this.asked} right · questions ${this.seed}` : ''; }
}
