import { cardsTemplate } from './cards.ts'
import { coverTemplate } from './cover.ts'
import { pageTemplate } from './page.ts'
import { stageTemplate } from './stage.ts'
import { textTemplate } from './text.ts'

/** The template of all books. Books differ only in `/book.json` and their files. */
export const bookTemplate = [
  pageTemplate,
  textTemplate,
  coverTemplate,
  cardsTemplate,
  stageTemplate,
  `
#cover(book.cover)
#{
  // The imprint is at the foot of the last page.
  let last = imprint(book.imprint)
  let bare = book.chapters.len() == 0
  {
    set page(header: running(book.labels.contents))
    emergency(book.emergency)
    v(8mm, weak: true)
    contents()
    if book.stays != none { stays-list(book.stays) }
    if bare and book.overview == none { last }
  }
  if book.overview != none { overview(book.overview, if bare { last }) }
  for (index, item) in book.chapters.enumerate() { chapter(item, if index == book.chapters.len() - 1 { last }) }
}
`,
].join('\n')
