/** Page, type and running lines. `book` is the data; nothing in it is interpreted as markup. */
export const pageTemplate = String.raw`
#let book = json("/book.json")
#let color = (:)
#for (name, value) in book.colors { color.insert(name, rgb(value)) }
#let bold = 600
#let sheet = book.page
#let margin = (top: sheet.margin.top * 1mm, bottom: sheet.margin.bottom * 1mm, x: sheet.margin.side * 1mm)
#let text-width = sheet.width * 1mm - 2 * margin.x
#let text-height = sheet.height * 1mm - margin.top - margin.bottom
// Sizes are those on A4.
#let sized(points) = points * sheet.type * 1pt
#let displayed(points) = points * sheet.display * 1pt

#set document(title: book.title, author: book.author, date: if book.created == none { none } else { datetime(..book.created) })
// Texts are in the book's language unless their letters show another one; the layout has the direction of the interface.
#let layout-dir = if book.interface.dir == "rtl" { rtl } else { ltr }
#let locales = book.locales.map(it => (lang: it.lang, region: it.region, dir: if it.dir == "rtl" { rtl } else { ltr }, font: it.fonts))
// Whether the labels are in the book's language.
#let is-translated = book.interface.lang == locales.first().lang
// A text of the operator within a line, in its own language and direction.
#let own(it) = {
  let index = book.texts.at(it, default: none)
  if index != none { text(..locales.at(index), it) } else if is-translated { it } else { text(..locales.first(), it) }
}
// A whole block in the language and direction of its text.
#let localised(index, body) = { set text(..locales.at(index)); body }
#let own-block(it, body) = localised(book.texts.at(it, default: 0), body)

#set text(..locales.first(), dir: layout-dir, fallback: false, size: sized(9.4), fill: color.ink, hyphenate: true, costs: (hyphenation: 300%), number-type: "lining")
#set par(leading: 0.62em, spacing: 0.95em, linebreaks: "optimized")
#set list(marker: ([•], [–]), indent: 0.2em, body-indent: 0.6em, spacing: 0.6em)
#set enum(indent: 0.2em, body-indent: 0.6em, spacing: 0.6em)
// The East Asian fonts have one weight; an outline makes their bold text.
#show regex(if book.isEastAsian { "[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}ー]+" } else { "\u{E000}{9}" }): it => context {
  if text.weight in ("semibold", "bold", 600, 700) { text(stroke: text.size * 0.018 + text.fill, it) } else { it }
}
// Break opportunities add no character, so copied addresses are intact.
#show "\u{200B}": box(width: 0pt)
#show link: set text(fill: color.accent)
#show strong: set text(weight: bold)
#set strong(delta: 0)

// Of large type, only words that do not fit into a line are hyphenated.
#let rarely = (hyphenation: 10000%)

// Links to a heading are announced by its text.
#set heading(supplement: it => it.body)
// The first heading of a chapter, with the line below its title in the contents.
#let chapter-heading(body, note) = { heading(level: 1, body); [#metadata((body: [#body], note: note)) <note>] }

#let heads = (
  (size: calc.max(displayed(21), sized(17)), above: 0mm, below: 5mm),
  (size: sized(12.5), above: 0mm, below: 2.6mm),
  (size: sized(10.6), above: 3.8mm, below: 2mm),
  (size: sized(9.8), above: 3.4mm, below: 1.8mm),
  (size: sized(9.4), above: 3mm, below: 1.6mm),
)
// Lines for notes, for a part of a page that would be empty.
#let note-lines(height) = {
  text(size: heads.at(1).size, weight: bold, fill: color.muted, book.labels.notes)
  for _ in range(calc.floor((height - 8mm) / 9mm)) { block(above: 0mm, below: 0mm, height: 9mm, width: 100%, stroke: (bottom: 0.5pt + color.rule)) }
}

// Beneath a few lines of text, the rest of a page has lines for notes, unless the next content fits on it. The name is unique in the book.
#let notes-below(name, next: none) = {
  // The place of an element moves to the next page with what follows it, unless it is in a block.
  let end = label("before-" + name)
  block(above: 0mm, below: 0mm, height: 0mm, [#metadata(none) #end])
  context {
    let used = query(end).first().location().position().y - margin.top
    let is-end = next == none or used + measure(width: text-width, next).height + 6mm > text-height
    if is-end and used < text-height * 0.36 {
      v(8mm, weak: true)
      block(height: 1fr, layout(size => pdf.artifact(note-lines(size.height))))
    }
  }
}

#let watermark = if book.watermark == none { none } else {
  place(center + horizon, pdf.artifact(rotate(-38deg, reflow: false, text(size: displayed(118), weight: 700, fill: rgb(120, 120, 120, 46), hyphenate: false, book.watermark))))
}

#set page(
  paper: sheet.paper,
  margin: margin,
  header-ascent: margin.top * 0.37,
  footer-descent: margin.bottom * 0.36,
  foreground: watermark,
  // The page before a spread may be empty: it has lines for notes.
  background: context {
    let current = here().page()
    let on(label, number) = query(label).any(it => it.location().page() == number)
    if on(<spread>, current + 1) and not on(<end>, current) {
      place(top + left, dx: margin.x, dy: margin.top, box(width: 100% - 2 * margin.x, note-lines(sheet.height * 1mm - margin.top - margin.bottom)))
    }
  },
  numbering: "1",
  footer: context {
    set text(size: sized(7.4), fill: color.muted)
    line(length: 100%, stroke: 0.5pt + color.rule)
    v(-1.4mm)
    grid(columns: (1fr, auto), gutter: 4mm, book.footer, {
      let (current,) = counter(page).get()
      let (last,) = counter(page).final()
      book.pageOf.replace("{pages}", str(last)).replace("{page}", str(current))
    })
  },
)

#let running(right) = {
  set text(size: sized(7.4), fill: color.muted)
  grid(columns: (1fr, auto), gutter: 4mm, book.running, right)
  v(-1.4mm)
  line(length: 100%, stroke: 0.5pt + color.rule)
}

// Tables have thin lines; a dictionary would leave the other sides at the default.
#let ruled = (_, _) => (bottom: 0.5pt + color.rule)

// A heading stays with the following block, unless it is so long that it must break.
#let is-long(body) = repr(body).len() > 400

#show heading: it => {
  let head = heads.at(it.level - 1)
  block(sticky: not is-long(it.body), above: head.above, below: head.below, it.body)
}
#show heading.where(level: 1): set text(size: heads.at(0).size, weight: 700, costs: rarely)
#show heading.where(level: 2): set text(size: heads.at(1).size, weight: bold)
#show heading.where(level: 3): set text(size: heads.at(2).size, weight: bold)
#show heading.where(level: 4): set text(size: heads.at(3).size, weight: bold)
#show heading.where(level: 5): set text(size: heads.at(4).size, weight: bold, style: "italic")
`
