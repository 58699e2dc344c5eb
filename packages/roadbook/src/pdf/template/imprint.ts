/** The imprint at the foot of the book's last page. */
export const imprintTemplate = `
#let imprint(it) = {
  block(breakable: false, width: 100%, {
    line(length: 100%, stroke: 1pt + color.accent)
    v(3mm, weak: true)
    { show heading: set text(size: sized(11), fill: color.accent); show heading: set block(below: 3mm); heading(level: 1, outlined: false, bookmarked: true, book.labels.imprint) }
    set text(size: sized(8.2))
    grid(
      columns: if it.logo == none { (1fr,) } else { (1fr, 46mm) },
      column-gutter: 6mm,
      {
        grid(columns: (auto, 1fr), column-gutter: 5mm, row-gutter: 1.8mm, ..it.facts.map(fact => (text(fill: color.muted, fact.label), own(fact.value))).flatten())
        par(it.linkHint + " " + link(it.url, it.urlText))
        par(text(fill: color.muted, it.disclaimer))
      },
      ..if it.logo != none { (align(right, plate(it.logo, 39mm, 20mm)),) },
    )
  })
  [#metadata(none) <end>]
}

// The rest of the book's last page: lines for notes, and the imprint at its foot.
#let last-lines = context {
  let room = margin.top + text-height - here().position().y
  if room < measure(width: text-width, imprint(book.imprint)).height + 8mm { pagebreak(weak: true) }
  v(8mm, weak: true)
  block(height: 1fr, layout(size => if size.height > 70mm { pdf.artifact(note-lines(size.height)) }))
  imprint(book.imprint)
}
`
