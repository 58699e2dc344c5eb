/** Emergency card, list of accommodations and day table. */
export const cardsTemplate = `
#let alarm = rgb("#b3261e")

#let number(it, size) = {
  let body = text(size: size, weight: 700, fill: color.ink, hyphenate: false, it.number)
  if it.link == none { body } else { link(it.link, body) }
}

#let code(it, width) = image(it.file, width: width, alt: it.alt)

#let emergency(it) = block(width: 100%, stroke: 1.4pt + alarm, radius: 1.6mm, breakable: it.long, clip: true, {
  block(width: 100%, fill: alarm, inset: (x: 5mm, y: 2.4mm), below: 0mm, {
    show heading: set text(size: sized(13), fill: white)
    show heading: set block(below: 0mm)
    heading(level: 1, outlined: false, bookmarked: true, it.title)
  })
  block(above: 0mm, inset: 5mm, grid(columns: (1fr, auto), column-gutter: 6mm, {
    for row in it.lines {
      block(below: 4mm, {
        text(size: sized(7.8), fill: color.muted, it.callLabel + if row.countries == "" { "" } else { " · " + row.countries })
        linebreak()
        number(row.call, displayed(24))
        if row.others.len() > 0 {
          linebreak()
          set text(size: sized(8.6))
          row.others.map(other => box({ text(fill: color.muted, other.label + "\u{00A0}"); number(other, sized(9.4)) })).join(h(3.4mm))
        }
      })
    }
    if it.operator != none {
      block(below: 4mm, { text(size: sized(7.8), fill: color.muted, it.operator.label); linebreak(); number(it.operator, sized(14)) })
    }
    set text(size: sized(8.6))
    block(below: 2.6mm, { text(weight: bold, own(it.trip)); if it.code != none { linebreak(); text(fill: color.muted, it.code.label + "\u{00A0}"); text(weight: bold, it.code.value) } })
    block(below: 2.6mm, it.say)
    block(below: 0mm, { text(weight: bold, it.position.label); it.position.hint })
  }, align(center, box(width: 28mm, { link(it.link.url, code(it.link.qr, 28mm)); text(size: sized(7.4), fill: color.muted, it.link.label) }))))
})

#let stays-table(it) = {
  heading(level: 1, it.title)
  set text(size: sized(8.4), hyphenate: false)
  set par(leading: 0.5em)
  let head = it.heads.map(label => text(size: sized(7.6), fill: color.muted, label))
  // Only words: a hyphen would change an address.
  let hyphenated(body) = text(hyphenate: true, costs: rarely, body)
  table(
    columns: (21%, 9%, 1fr, 27%, 19%),
    stroke: ruled,
    inset: (x: 1.4mm, y: 1.8mm),
    align: left + top,
    table.header(..head),
    ..it.rows.map(row => (
      row.nights,
      row.stages,
      hyphenated({
        text(weight: bold, own(row.name))
        if row.address != "" { linebreak(); if row.map == none { own(row.address) } else { link(row.map, own(row.address)) } }
      }),
      [#row.contact.map(item => if item.link == none { hyphenated(item.text) } else { link(item.link, item.text) }).join(linebreak())],
      hyphenated[#row.remarks.map(own).join(linebreak())],
    )).flatten(),
  )
}

// A short list follows the contents, on one page; a long one begins on a new page.
#let stays-list(it) = {
  if it.long { pagebreak(weak: true) } else { v(9mm, weak: true) }
  block(width: 100%, breakable: it.long, stays-table(it))
}

// The last rows stay together, unless they have very long names: the end alone on a page would say nothing.
#let day-table(it) = {
  set text(size: sized(8.6), hyphenate: false)
  let rows = it.rows.map(row => ({
    if row.number != none { box(baseline: 0.9mm, badge(row.number, rgb(row.color))); h(2mm) }
    text(weight: if row.number == none { 400 } else { bold }, own(row.name))
    if row.turn != none { if row.name != "" { [, ] }; emph(row.turn) }
  }, ..row.values))
  let last = it.rows.slice(calc.max(1, it.rows.len() - 3))
  let first = if last.all(row => row.name.len() < 200) { rows.len() - last.len() } else { rows.len() }
  table(
    columns: (1fr, auto, auto, auto, auto),
    stroke: ruled,
    inset: (x: 1.6mm, y: 1.4mm),
    align: (column, _) => if column == 0 { left + horizon } else { right + horizon },
    table.header(..it.heads.map(head => text(size: sized(7.6), fill: color.muted, head))),
    ..rows.slice(0, first).flatten(),
    ..if first < rows.len() { (table.footer(repeat: false, ..rows.slice(first).flatten()),) },
  )
  if it.note != none { v(1.2mm, weak: true); text(size: sized(7.4), fill: color.muted, it.note) }
}

// The code of a stage's GPX file, beside its title.
#let with-code(it, body) = if it == none { body } else {
  grid(columns: (1fr, auto), column-gutter: 6mm, body, align(center, box(width: 19mm, {
    set par(leading: 0.35em, spacing: 1mm)
    set block(spacing: 1mm)
    link(it.url, code(it.qr, 19mm))
    text(size: sized(5.8), fill: color.muted, it.label)
  })))
}
`
