/** Descriptions (`PrintableBlock`), pictures and contact lines. */
export const textTemplate = String.raw`
#let run(item) = if type(item) == str { item } else if "break" in item { linebreak() } else {
  let body = item.text
  if "italic" in item { body = emph(body) }
  if "bold" in item { body = strong(body) }
  if "underline" in item { body = underline(body) }
  if "strike" in item { body = strike(body) }
  if "sub" in item { body = sub(body) }
  if "sup" in item { body = super(body) }
  if "link" in item { link(item.link, body) } else { body }
}
#let runs(items) = items.map(run).join()

// Headings are below the level of the heading above the description.
#let blocks(items, level: 2) = for item in items { localised(item.locale, {
  if item.type == "paragraph" { par(runs(item.runs)) }
  else if item.type == "heading" { heading(level: item.level + level - 1, outlined: false, bookmarked: false, runs(item.runs)) }
  else if item.type == "list" and item.start != none { enum(start: item.start, ..item.items.map(blocks.with(level: level))) }
  else if item.type == "list" { list(..item.items.map(blocks.with(level: level))) }
  else if item.type == "quote" { block(inset: (left: 4mm, y: 0.6mm), stroke: (left: 1.4pt + color.accent), emph(blocks(item.blocks, level: level))) }
  else if item.type == "table" {
    set text(size: sized(8.6))
    let cells = item.rows.map(row => row.map(blocks.with(level: level)))
    let head = cells.slice(0, item.headerRows).flatten()
    let body = cells.slice(item.headerRows).flatten()
    table(
      columns: (auto,) * item.columns,
      stroke: ruled,
      inset: (x: 1.6mm, y: 1.5mm),
      fill: (_, row) => if row < item.headerRows { color.tint },
      ..if head.len() > 0 { (table.header(..head),) },
      ..body,
    )
  }
}) }

#let missing(label, width, height) = box(width: width, height: height, fill: color.tint, stroke: (paint: color.rule, dash: "dashed", thickness: 0.5pt), align(center + horizon, text(size: sized(7.4), fill: color.muted, label)))

// An image scaled into a frame, not cropped.
#let picture(it, width, height) = if it != none {
  let w = calc.min(width, height * it.ratio)
  if it.file == none { missing(it.label, w, w / it.ratio) }
  else { box(radius: 1.2mm, clip: true, image(it.file, width: w, alt: it.alt)) }
}

#let framed(it, frame) = picture(it, frame.first() * 1mm, frame.last() * 1mm)

#let contact(items) = if items.len() > 0 {
  set text(size: sized(8.4), hyphenate: false)
  block(above: 2.2mm, items.map(it => {
    text(fill: color.muted, it.label + "\u{00A0}")
    if it.link == none { it.text } else { link(it.link, it.text) }
  }).join(h(3.2mm)))
}
`
