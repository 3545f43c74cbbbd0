/**
 * What a Markdown document says outside of code: without fenced blocks, code spans and the content of `<code>` in summaries, by the rules of
 * CommonMark. Code that never ends stays.
 */
export function outsideCode(markdown: string): string {
  const lines: string[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    const ticks = /^`{3,}/.exec(line)?.[0] ?? ''
    if (fence === '') {
      if (ticks !== '') fence = ticks
      else lines.push(withoutSpans(line).replaceAll(/<code>[^<]*<\/code>/g, ''))
    } else if (line.trimEnd() === line && ticks.length >= fence.length && line === ticks) fence = ''
  }
  return fence === '' ? lines.join('\n') : `${lines.join('\n')}\nunended block`
}

/** A span ends at the next run of as many back-ticks as it begins with. Lines that begin with a tag are HTML, in which there are no spans. */
function withoutSpans(line: string): string {
  if (line.startsWith('<')) return line
  let text = ''
  let rest = line
  for (let run = /`+/.exec(rest); run !== null; run = /`+/.exec(rest)) {
    const [ticks] = run
    const inside = rest.slice(run.index + ticks.length)
    const end = [...inside.matchAll(/`+/g)].find(([other]) => other.length === ticks.length)
    text += rest.slice(0, run.index) + (end === undefined ? ticks : '')
    rest = end === undefined ? inside : inside.slice(end.index + ticks.length)
  }
  return text + rest
}
