/** Page, type and running lines. `book` is the data; nothing in it is ever read as markup. */
export const pageTemplate = String.raw`
#let book = json("/book.json")
#let color = (:)
#for (name, value) in book.colors { color.insert(name, rgb(value)) }
#let families = ("Noto Sans", "DejaVu Sans", "Noto Emoji", "MotoyaLCedar", "NanumGothic")
#let bold = 600

#set document(title: book.title, author: book.author, date: if book.created == none { none } else { datetime(..book.created) })
#set text(font: families, fallback: false, lang: book.lang, size: 9.4pt, fill: color.ink, hyphenate: true, number-type: "lining")
#set par(leading: 0.62em, spacing: 0.95em, linebreaks: "optimized")
#set list(marker: ([•], [–]), indent: 0.2em, body-indent: 0.6em, spacing: 0.6em)
#set enum(indent: 0.2em, body-indent: 0.6em, spacing: 0.6em)
// A place to break leaves no character behind: copied addresses stay whole.
#show "\u{200B}": box(width: 0pt)
#show link: set text(fill: color.accent)
#show strong: set text(weight: bold)
#set strong(delta: 0)

#let watermark = if book.watermark == none { none } else {
  place(center + horizon, rotate(-38deg, reflow: false, text(size: 118pt, weight: 700, fill: rgb(120, 120, 120, 46), hyphenate: false, book.watermark)))
}

#set page(
  paper: "a4",
  margin: (top: 24mm, bottom: 22mm, x: 18mm),
  header-ascent: 9mm,
  footer-descent: 8mm,
  foreground: watermark,
  numbering: "1",
  footer: context {
    set text(size: 7.4pt, fill: color.muted)
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
  set text(size: 7.4pt, fill: color.muted)
  grid(columns: (1fr, auto), gutter: 4mm, book.running, right)
  v(-1.4mm)
  line(length: 100%, stroke: 0.5pt + color.rule)
}

// Tables draw their own fine lines; a dictionary alone would leave the other sides at the default.
#let ruled = (_, _) => (bottom: 0.5pt + color.rule)

// A heading is kept with what follows, unless it is so long that it has to break itself.
#let is-long(body) = repr(body).len() > 400

#show heading.where(level: 1): it => block(sticky: not is-long(it.body), below: 5mm, text(size: 21pt, weight: 700, fill: color.ink, hyphenate: false, it.body))
#show heading.where(level: 2): it => block(sticky: not is-long(it.body), above: 0mm, below: 2.6mm, text(size: 12.5pt, weight: bold, fill: color.ink, it.body))
#show heading.where(level: 3): it => block(sticky: not is-long(it.body), above: 3.6mm, below: 2mm, text(size: 10.6pt, weight: bold, it.body))
#show heading.where(level: 4): it => block(sticky: not is-long(it.body), above: 3.2mm, below: 1.8mm, text(size: 9.6pt, weight: bold, it.body))
#show heading.where(level: 5): it => block(sticky: not is-long(it.body), above: 3mm, below: 1.6mm, text(size: 9.4pt, style: "italic", weight: bold, it.body))
`
