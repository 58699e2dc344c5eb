import { coverTemplate } from './cover.ts'
import { pageTemplate } from './page.ts'
import { stageTemplate } from './stage.ts'
import { textTemplate } from './text.ts'

/** The whole book, always the same; what differs between two books is only the data in `/book.json` and its files. */
export const bookTemplate = [
  pageTemplate,
  textTemplate,
  coverTemplate,
  stageTemplate,
  `
#cover(book.cover)
#{
  // The imprint stands at the foot of whatever page is the last.
  let last = imprint(book.imprint)
  let bare = book.chapters.len() == 0
  {
    set page(header: running(book.labels.contents))
    contents()
    if bare and book.overview == none { last }
  }
  if book.overview != none { overview(book.overview, if bare { last }) }
  for (index, item) in book.chapters.enumerate() { chapter(item, if index == book.chapters.len() - 1 { last }) }
}
`,
].join('\n')
