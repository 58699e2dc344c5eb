/** The sheets of a stage's map, and the line that names their pages. */
export const sheetsTemplate = `
// The line that says on which pages the sheets are.
#let sheet-index(it) = if it != none {
  v(1.6mm, weak: true)
  set text(size: sized(7.8))
  text(fill: color.muted, it.label + " ")
  it.sheets.map(sheet => context {
    let found = query(label("sheet-" + sheet.name))
    let page = if found.len() == 0 { "" } else { str(counter(page).at(found.first().location()).first()) }
    link(label("sheet-" + sheet.name), box(sheet.text.replace("{page}", page)))
  }).join([, ])
}

// Sheets of maps.
#let sheets(items) = for (index, it) in items.enumerate() {
  let body = block(width: it.width * 1pt, above: 6mm, below: 0mm, breakable: false, {
    [#metadata(none) #label("sheet-" + it.name)]
    block(above: 0mm, below: 1.6mm, grid(columns: (1fr, auto), align: bottom,
      text(size: sized(9.4), weight: bold, it.title),
      text(size: sized(7.8), it.scale),
    ))
    box(stroke: 0.5pt + color.rule, radius: 1.2mm, clip: true, width: it.width * 1pt, height: it.height * 1pt, {
      if it.drawing.basemap != none { place(pdf.artifact(image(it.drawing.basemap, width: it.width * 1pt, height: it.height * 1pt))) }
      image(it.drawing.file, width: it.width * 1pt, height: it.height * 1pt, alt: it.drawing.alt)
    })
    if it.drawing.attribution != none { v(0.8mm, weak: true); align(right, text(size: sized(5.8), fill: color.muted, it.drawing.attribution)) }
  })
  if index == 0 { notes-below(it.name, next: body) }
  body
}
`
