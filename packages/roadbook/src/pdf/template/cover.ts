/** Cover and contents. */
export const coverTemplate = `
#let plate(logo, width, height) = box(fill: rgb(logo.background), radius: 1.6mm, inset: 3.4mm, picture(logo.picture, width, height))

#let cover(it) = {
  let facts = it.facts.map(fact => {
    text(size: sized(8), fact.label)
    linebreak()
    text(size: sized(12), weight: bold, own(fact.value))
  })
  set page(margin: 0mm, header: none, footer: none, fill: color.primary)
  set text(fill: color.onPrimary, hyphenate: false)
  if it.image != none and it.image.file != none {
    box(width: 100%, height: sheet.coverImage * 1mm, clip: true, image(it.image.file, width: 100%, height: sheet.coverImage * 1mm, fit: "cover", alt: it.image.alt))
    if it.logo != none { place(top + left, dx: margin.x, dy: margin.x, plate(it.logo, 50mm * sheet.display, 20mm * sheet.display)) }
  } else {
    if it.art != none { place(top + left, pdf.artifact(image(it.art, width: 100%, height: 100%))) }
    if it.image != none { place(top + center, dy: sheet.coverImage * 1mm - 40mm, missing(it.image.label, 80mm, 12mm)) }
    if it.logo != none { place(top + left, dx: margin.x, dy: margin.x, plate(it.logo, 50mm * sheet.display, 20mm * sheet.display)) }
    v(sheet.coverImage * 1mm)
  }
  pad(x: margin.x, top: margin.x * 0.72, {
    set par(leading: 0.42em, spacing: 0.6em)
    text(size: sized(10.5), weight: bold, tracking: 0.02em, own(it.brand))
    // The title is measured without accents on capitals.
    v(3mm)
    own-block(it.title, title(text(size: displayed(it.titleSize), weight: 700, hyphenate: true, costs: rarely, it.title)))
  })
  v(1fr)
  if facts.len() > 0 {
    set par(leading: 0.5em)
    pad(x: margin.x, top: 6mm, grid(columns: facts.len(), column-gutter: margin.x * 0.66, row-gutter: 4mm, ..facts))
  }
  v(margin.bottom * 0.73)
}

#let badge(label, fill, size: sized(7.6)) = box(fill: fill, radius: 3mm, inset: (x: 1.7mm, y: 0.9mm), text(size: size, weight: 700, fill: white, label))

#let contents() = {
  heading(level: 1, outlined: false, bookmarked: true, book.labels.contents)
  show outline.entry: it => link(it.element.location(), block(width: 100%, above: 0mm, below: 0mm, inset: (y: 1.9mm), stroke: (bottom: 0.5pt + color.rule), {
    set text(fill: color.ink)
    let notes = query(selector(<note>).after(it.element.location()))
    let note = if notes.len() > 0 and notes.first().value.body == it.element.body { notes.first().value.note }
    grid(
      columns: (1fr, auto),
      column-gutter: 6mm,
      align: (left + top, right + top),
      { text(weight: bold, it.element.body); if note not in (none, "") { linebreak(); text(size: sized(8), fill: color.muted, note) } },
      text(fill: color.accent, weight: bold, it.page()),
    )
  }))
  outline(title: none, depth: 1)
}
`
