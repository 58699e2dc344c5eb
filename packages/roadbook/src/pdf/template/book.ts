import { coverTemplate } from './cover.ts'
import { pageTemplate } from './page.ts'
import { stageTemplate } from './stage.ts'
import { textTemplate } from './text.ts'

/** The template of all books. Books differ only in `/book.json` and their files. */
export const bookTemplate = [
  pageTemplate,
  textTemplate,
  coverTemplate,
  stageTemplate,
  `
#cover(book.cover)
#{
  {
    set page(header: running(book.labels.contents))
    contents()
    imprint(book.imprint)
  }
  if book.overview != none { overview(book.overview) }
  for item in book.chapters { chapter(item) }
  context [#metadata(counter(page).final().first()) <pages>]
}
`,
].join('\n')
