// The dozen lines that search, and the line at work.
const PROGRAMS = {
  depth: [
    ['start', 'def solutions(state):'],
    ['next', '    var = next_open(state)'],
    ['', '    if var is None:'],
    ['solution', '        yield state'],
    ['', '        return'],
    ['try', '    for val in state[var]:  # map'],
    ['decide', '        child = DECIDE(state, var, val)'],
    ['filter', '        if ALIVE(child):  # filter'],
    ['down', '            yield from solutions(child)'],
  ],
  levels: [
    ['start', 'def solutions(root):'],
    ['', '    level, solved = [root], []'],
    ['', '    while level:'],
    ['solution', '        solved += filter(done, level)'],
    ['down', '        level = flatmap(expand, level)'],
    ['', '    return solved'],
    ['', ''],
    ['next', 'def expand(state):'],
    ['try', '    values = state[next_open(state)]'],
    ['decide', '    children = map(DECIDE(state), values)'],
    ['filter', '    return filter(ALIVE, children)'],
  ],
};

const PYTHON = new RegExp('(#.*$|\\b(?:def|for|in|if|is|None|yield from|yield|while|return)\\b)');

function showProgram(walk, checks, line, verdict) {
  put('program', PROGRAMS[walk].map(([key, text]) => {
    const code = text.replace('DECIDE', checks ? 'place' : 'propagate').replace('ALIVE', checks ? 'safe' : 'alive');
    const parts = code.split(PYTHON).map((part, i) => i % 2 ? h(part[0] === '#' ? 'i' : 'b', {}, part) : part);
    const here = key === line;
    return h('span', {class: here ? `at ${verdict}` : null, 'aria-current': here ? 'step' : null}, code ? parts : ' ');
  }));
}
