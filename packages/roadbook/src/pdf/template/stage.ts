/** Stages, overview and general part. */
export const stageTemplate = String.raw`
// Whether each word of a heading fits into a column. Chinese and Japanese break between any letters.
#let fits(it, width) = it.split(regex("[\\s\u{200B}\\p{Han}\\p{Hiragana}\\p{Katakana}]+")).all(word => measure(text(size: sized(10.2), weight: bold, word)).width <= width)

// Headings are in a column to the left of their text, which then has a readable line length. A5 has no room for the column.
#let section(title, body, level: 2, wide: false) = context {
  block(sticky: true, above: 6mm, below: 3mm, line(length: 100%, stroke: 0.5pt + color.rule))
  let head = if title == none { none } else {
    show heading: set text(size: sized(10.2), fill: color.accent, costs: rarely)
    own-block(title, heading(level: level, outlined: false, title))
  }
  let beside = sheet.beside and not wide and (title == none or fits(title, 38mm))
  if beside { grid(columns: (38mm, 1fr), column-gutter: 6mm, head, body) } else { head; if not sheet.beside { v(1mm) }; body }
}

#let statistics(items) = if items.len() > 0 {
  block(width: 100%, fill: color.tint, radius: 1.6mm, inset: (x: 5mm, y: 3.2mm), breakable: false, grid(
    columns: (1fr,) * items.len(),
    column-gutter: 4mm,
    ..items.map(it => {
      set par(leading: 0.45em)
      text(size: sized(7.8), fill: color.muted, it.label)
      if it.note != none { text(size: sized(7.8), fill: color.muted, " (" + it.note + ")") }
      linebreak()
      text(size: sized(13.5), weight: bold, it.value)
    }),
  ))
}

// A line for each kind of route, below the figures of all.
#let kinds(items) = if items.len() > 0 {
  block(above: 2.6mm, below: 3.4mm, breakable: false, pad(x: 5mm, grid(
    columns: (auto, 1fr),
    column-gutter: 4mm,
    row-gutter: 1.8mm,
    ..items.map(it => (text(size: sized(8.6), weight: bold, it.name), text(size: sized(8.6), it.values))).flatten(),
  )))
}

#let drawing(it) = if it != none {
  block(above: 3.4mm, below: 0mm, breakable: false, {
    box(stroke: 0.5pt + color.rule, radius: 1.2mm, clip: true, {
      if it.basemap != none { place(pdf.artifact(image(it.basemap, width: 100%))) }
      image(it.file, width: 100%, alt: it.alt)
    })
    if it.attribution != none { v(1mm, weak: true); align(right, text(size: sized(5.8), fill: color.muted, it.attribution)) }
    if it.note != none { v(1.4mm, weak: true); text(size: sized(7.6), fill: color.muted, it.note) }
  })
}

#let profile(it) = if it != none {
  block(above: 3.4mm, below: 0mm, breakable: false, image(it.file, width: 100%, alt: it.alt))
}

#let described(it, level: 2) = {
  blocks(it.blocks, level: level)
  if it.image != none { block(above: 3mm, breakable: false, framed(it.image, sheet.picture)) }
}

#let place-entry(it) = block(breakable: it.long, above: 0mm, below: 4.2mm, width: 100%, grid(
  columns: if it.image == none { (7mm, 1fr) } else { (7mm, 1fr, sheet.placePicture.first() * 1mm) },
  column-gutter: 2.4mm,
  align(center, badge(it.number, rgb(it.color))),
  {
    block(sticky: not it.long, below: 2mm, { text(weight: bold, size: sized(10), own(it.name)); h(2mm); text(size: sized(7.8), fill: color.muted, hyphenate: false, it.group) })
    blocks(it.blocks)
    contact(it.contact)
  },
  ..if it.image != none { (align(right, framed(it.image, sheet.placePicture)),) },
))

#let place-names(items) = block(above: 0mm, below: 4.2mm, grid(
  columns: if items.len() == 1 { (1fr,) } else { (1fr, 1fr) },
  column-gutter: 5mm,
  row-gutter: 2.6mm,
  ..items.map(it => grid(columns: (7mm, 1fr), column-gutter: 2.4mm, align(center, badge(it.number, rgb(it.color))), {
    text(weight: bold, size: sized(10), own(it.name)); h(2mm); text(size: sized(7.8), fill: color.muted, hyphenate: false, it.group)
  })),
))

// Places without text, contact and image are set side by side; all others have their own line.
#let place-list(items) = {
  let bare = ()
  for it in items {
    if it.bare { bare.push(it); continue }
    if bare.len() > 0 { place-names(bare); bare = () }
    place-entry(it)
  }
  if bare.len() > 0 { place-names(bare) }
}

#let stay(it) = block(width: 100%, fill: color.tint, radius: 1.6mm, inset: 5mm, above: 0mm, below: 4mm, breakable: it.long, grid(
  columns: if it.image == none { (1fr,) } else { (1fr, sheet.stayPicture.first() * 1mm) },
  column-gutter: 5mm,
  {
    block(sticky: not it.long, below: 2mm, text(weight: bold, size: sized(11), own(it.name)))
    if it.nights != none { block(above: 0mm, below: 2.6mm, text(fill: color.accent, weight: bold, it.nights)) }
    if it.comment.len() > 0 { block(above: 2mm, below: 2.8mm, width: 100%, inset: (left: 2.6mm, y: 0.4mm), stroke: (left: 1.4pt + color.accent), it.comment.map(line => own-block(line, par(spacing: 0.62em, line))).join()) }
    blocks(it.blocks)
    contact(it.contact)
  },
  ..if it.image != none { (align(right, framed(it.image, sheet.stayPicture)),) },
))

#let route(it, alone) = {
  if alone and (it.blocks.len() > 0 or it.image != none) { section(it.label, described(it), wide: it.wide) }
  if alone { return }
  v(7mm, weak: true)
  block(sticky: not it.wide, breakable: it.wide, width: 100%, {
    block(below: 3mm, {
      heading(level: 2, outlined: false, {
        box(baseline: -0.9mm, line(length: 9mm, stroke: (paint: rgb(it.color), thickness: 2pt, dash: if it.dashed { "dashed" } else { none })))
        h(2.4mm)
        own(it.name)
        if it.kind != none { h(2.4mm); text(size: sized(8.4), weight: 400, fill: color.muted, it.kind) }
      })
    })
    statistics(it.statistics)
  })
  profile(it.profile)
  if it.blocks.len() > 0 or it.image != none {
    v(4mm, weak: true)
    pad(left: if sheet.beside { 44mm } else { 0mm }, described(it))
  }
}

// The first page of a chapter: what one looks at while walking.
#let opening(it) = {
  with-code(it.at("code", default: none), {
  if it.kicker != none {
    grid(columns: (auto, 1fr), column-gutter: 3mm, align: horizon, badge(it.kicker, color.accent, size: sized(8.4)), text(size: sized(8.8), fill: color.muted, it.date))
    v(3mm, weak: true)
  }
  own-block(it.title, chapter-heading(it.title, it.note))
  })
  statistics(it.statistics)
  kinds(it.kinds)
  drawing(it.map)
  sheet-index(it.sheetIndex)
  profile(it.profile)
}

#let descriptions(it) = {
  for item in it.routes { route(item, it.alone) }
  for item in it.alternatives { route(item, false) }
  let texts = for item in it.texts { section(item.title, described(item, level: if item.title == none { 1 } else { 2 }), wide: item.wide) }
  if it.textsFirst { texts }
  if it.stays.len() > 0 { section(book.labels.accommodation, it.stays.map(stay).join()) }
  if it.at("way", default: none) != none { section(it.way.title, day-table(it.way), wide: true) }
  if it.pois.len() > 0 { section(book.labels.places, place-list(it.pois)) }
  if not it.textsFirst { texts }
}

// A stage that needs more than a page begins on a left page: map and profile then face the text when the book is printed on both sides.
#let chapter(it, last: false) = context {
  let first = opening(it)
  let rest = descriptions(it)
  let fits-on-page() = measure(width: text-width, first + rest).height <= text-height
  let spread = it.map != none and if it.spread == none { not fits-on-page() } else { it.spread }
  // The first sheet faces a stage that fits on a page.
  let begins-left = spread or it.sheets.len() > 0
  if begins-left { pagebreak(to: "even", weak: true) }
  set page(header: running(it.running))
  if begins-left [#metadata(none) <spread>]
  first
  if spread { pagebreak() }
  rest
  sheets(it.sheets)
  [#metadata(none) <end>]
  if last { last-lines }
}

#let overview(it) = {
  set page(header: running(book.labels.overview))
  heading(level: 1, book.labels.overview)
  statistics(it.total)
  kinds(it.kinds)
  blocks(it.blocks, level: 1)
  drawing(it.map)
  if it.rows.len() > 0 {
    v(5mm, weak: true)
    set text(size: sized(8.8), hyphenate: false)
    table(
      columns: (auto, 1fr) + (auto,) * it.heads.len(),
      stroke: ruled,
      inset: (x: 1.6mm, y: 1.7mm),
      align: (column, _) => if column < 2 { left + horizon } else { right + horizon },
      table.header(
        table.cell(colspan: 2, text(size: sized(7.8), fill: color.muted, book.labels.stage)),
        ..it.heads.map(head => text(size: sized(7.8), fill: color.muted, head)),
      ),
      ..it.rows.map(row => if "number" not in row { ([], table.cell(colspan: 1 + it.heads.len(), { own(row.title); linebreak(); text(size: sized(7.8), fill: color.muted, row.date) })) } else { (badge(row.number, rgb(row.color)), {
        text(weight: bold, own(row.title))
        if row.date != none { linebreak(); text(size: sized(7.8), fill: color.muted, row.date) }
      }, ..row.values) }).flatten(),
    )
    if it.note != none { v(1.4mm, weak: true); text(size: sized(7.6), fill: color.muted, it.note) }
  }
  notes-below("chapters")
  [#metadata(none) <end>]
}
`
