import { cardsTemplate } from './cards.ts'
import { coverTemplate } from './cover.ts'
import { imprintTemplate } from './imprint.ts'
import { pageTemplate } from './page.ts'
import { sheetsTemplate } from './sheets.ts'
import { stageTemplate } from './stage.ts'
import { textTemplate } from './text.ts'

/** The template of all books. Books differ only in `/book.json` and their files. */
export const bookTemplate = [
  pageTemplate,
  textTemplate,
  coverTemplate,
  cardsTemplate,
  sheetsTemplate,
  imprintTemplate,
  stageTemplate,
  `
// Labels are in a language of the interface. The file's language is that of what comes before the rule: the book's.
#metadata(none)
#show: body => if is-translated { body } else { set text(lang: book.interface.lang, region: none); body }
#cover(book.cover)
#{
  {
    set page(header: running(book.labels.contents))
    emergency(book.emergency)
    v(8mm, weak: true)
    contents()
    if book.stays != none { stays-list(book.stays) }
    if book.chapters.len() == 0 { v(1fr); imprint(book.imprint) } else { notes-below("overview") }
  }
  if book.overview != none { overview(book.overview) }
  for (index, item) in book.chapters.enumerate() { chapter(item, last: index + 1 == book.chapters.len()) }
  context [#metadata(counter(page).final().first()) <pages>]
}
`,
].join('\n')
