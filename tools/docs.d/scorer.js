// Which pages a search of the site lists first: guides and answers before theory, and before what describes the code.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  score: ([page, , , , score]) => {
    if (/^docs\/(headers|architecture|performance)$|^CHANGELOG$/.test(page)) return score / 4;
    if (/^docs\/(theory|numerics|validation)/.test(page)) return score / 2;
    if (/^docs\/(people\/|notebooks\/|guide|user-guide|how-to|faq|glossary|start-here|tutorial)/.test(page)) return score + 4;
    return score;
  },
};
