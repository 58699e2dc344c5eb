import type { Palette } from './palette.ts'
import { tripSheet } from './style-trip.ts'

/** The page's whole style sheet, small enough to be part of the page: the page is readable as soon as it arrives. */
export const styleOf = ({ brand, onBrand, button, onButton, accent, accentOnDark }: Palette): string =>
  `:root{--brand:${brand};--on-brand:${onBrand};--button:${button};--on-button:${onButton};--accent:${accent};${light}}@media(prefers-color-scheme:dark){:root{--accent:${accentOnDark};${dark}}}${sheet}`

const light =
  'color-scheme:light dark;--ground:#f4f4f1;--sheet:#fff;--ink:#1d1f21;--muted:#43484c;--rule:#deded8;--notice:#fff6e5'
const dark = '--ground:#121416;--sheet:#1d2023;--ink:#e8e6e1;--muted:#b9bfc4;--rule:#3a3f43;--notice:#3a2c10'

const sheet = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
img,svg{max-width:100%;height:auto;display:block}
h1,h2,h3,h4{line-height:1.25;margin:0;text-wrap:balance}
h1{font-size:clamp(1.6rem,5vw,2.6rem)}
h2{font-size:1.35rem;margin:2rem 0 .75rem}
h3{font-size:1.15rem}
.minor{font-size:1rem;margin:1.25rem 0 .4rem}
p{margin:.5rem 0}
.html :is(h1,h2,h3,h4,h5,h6){font-size:1rem;margin:.75rem 0 .25rem}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:.5rem;z-index:2;background:var(--sheet);padding:.5rem .75rem}
.brand{background:var(--brand);color:var(--on-brand);padding:.75rem max(1rem,calc((100% - 68rem)/2))}
.brand{display:flex;align-items:center;justify-content:space-between;gap:.75rem}
.brand>:first-child{min-width:0}
.brand :focus-visible{outline-color:var(--on-brand);outline-offset:-.25rem}
.brand b{font-size:1.1rem}
.languages{flex:none;position:relative;margin:-.5rem 0;font-size:.95rem}
.languages ul{display:flex;margin:0;padding:0;list-style:none}
.languages li>*,.languages summary{display:flex;align-items:center;min-height:2.75rem;padding:0 .6rem;color:inherit;border:solid transparent;border-width:.3rem 0;border-radius:.9rem;background-clip:padding-box;text-decoration:none}
.languages a:hover{text-decoration:underline}
.languages [aria-current]{background-color:var(--on-brand);color:var(--brand);font-weight:600}
.languages summary{gap:.45rem;font-weight:600;box-shadow:inset 0 0 0 1px}
.languages summary::after{content:"";width:.45rem;height:.45rem;margin:-.25rem .1rem 0 .1rem;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg);color:inherit}
.languages details[open]>summary::after{content:"";transform:rotate(225deg);margin-top:.25rem}
.languages details ul{flex-direction:column;position:absolute;z-index:1;right:0;top:100%;min-width:100%;padding:.35rem;background:var(--sheet);color:var(--ink);border:1px solid var(--rule);border-radius:.75rem;box-shadow:0 .5rem 1.5rem #0004}
.languages details [aria-current]{background-color:transparent;color:inherit}
.languages details [aria-current]::after{content:"\\2713";margin-left:auto;padding-left:1rem}
.languages details ul :focus-visible{outline-color:var(--accent)}
.brand img{max-height:3rem;width:auto;background:#fff;border-radius:.4rem;padding:.3rem .5rem}
main,footer{max-width:70rem;margin:0 auto;padding:0 1rem}
.body>div>:first-child>:first-child,.card>:first-child>.minor:first-child,.card>.minor:first-child,.card>.html:first-child>:first-child{margin-top:0}
.card{background:var(--sheet);border:1px solid var(--rule);border-radius:.75rem;padding:1rem;margin:0 0 .75rem}
.cover{margin:0 -1rem;overflow:hidden}
.cover img{width:100%;max-height:min(26rem,34vh);object-fit:cover}
.title{padding:1.25rem 0 .25rem}
.dates{font-size:1.1rem;color:var(--muted)}
.dates::first-letter{text-transform:uppercase}
.notice{border-left:.35rem solid #b86a00;background:var(--notice);padding:.75rem 1rem;border-radius:.35rem;margin:1rem 0}
.buttons{display:grid;gap:.6rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));margin:.75rem 0;padding:0;list-style:none}
.button{display:flex;justify-content:space-between;align-items:center;gap:.75rem;min-height:3rem;padding:.6rem 1rem;border-radius:.6rem;background:var(--button);color:var(--on-button);border:1px solid #0003;font-weight:600;text-decoration:none}
.button small{font-weight:400;white-space:nowrap;text-align:right;line-height:1.4}
.plain{background:var(--sheet);color:var(--accent);border-color:currentcolor}
.today{border:2px solid var(--accent)}
.today>p{margin:0}
.today>h2{margin:.75rem 0 .25rem}
.badge{display:inline-block;font-size:1rem;line-height:1.55;margin:0 .35rem 0 0;background:var(--button);color:var(--on-button);border-radius:1rem;padding:.1rem .75rem;font-weight:600}
summary{cursor:pointer;display:grid;grid-template-columns:auto 1fr auto;gap:.1rem .75rem;align-items:baseline;list-style:none;padding:.25rem 0}
summary::-webkit-details-marker{display:none}
summary::after{content:"+";grid-row:1;grid-column:3;font-size:1.3rem;line-height:1;color:var(--accent)}
details[open]>summary::after{content:"\\2212"}
.number{grid-row:1;font-weight:700;color:var(--accent)}
.when{grid-column:2;color:var(--muted);font-size:.95rem}
.figures{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:.6rem 0;padding:0}
.figures div{display:flex;gap:.4rem}
.figures dt{color:var(--muted)}
.figures dd{margin:0;font-weight:600}
.kinds{margin:.25rem 0 .6rem;padding:0;list-style:none;color:var(--muted)}
.alternative{border-left:.35rem dashed var(--rule);padding-left:.9rem;margin:1.25rem 0}
.alternative .badge{background:none;color:inherit;border:1px solid}
.for-device{margin:.25rem 0 0;color:var(--muted)}
.for-device+.buttons{margin-top:.35rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr))}
.drawing{margin:.75rem 0;padding:0}
.drawing svg{width:100%;border-radius:.5rem;background:#fff}
.drawing svg[role=slider]{cursor:crosshair;touch-action:pan-y}
line.cursor{stroke:#111;stroke-width:1.2}
circle.cursor{fill:#111;stroke:#fff;stroke-width:2}
@media(prefers-color-scheme:dark){.drawing svg,img,.map canvas{filter:brightness(.85)}}
.map{height:min(70vh,32rem);margin:.75rem 0;border-radius:.5rem;overflow:hidden;color:#111}
.map .mark{cursor:pointer;border:0;padding:0;font:600 .85rem/1.75rem system-ui,sans-serif;box-shadow:0 0 0 2px #fff;min-width:1.75rem;line-height:1.75rem;background:#1f2529;color:#fff}
.map .maplibregl-popup-close-button{color:#111;min-width:1.75rem;min-height:1.75rem}
.map .maplibregl-popup-content{padding:.75rem 2rem .75rem .9rem;font-size:.95rem}
.map a.mark{text-decoration:none}
.map .house{border-radius:.4rem;background:#6a3d9a}
.map .mark svg{width:1.1rem;vertical-align:-.15rem}
.drawing .button{margin-top:.5rem;justify-content:center}
.spot{width:16px;height:16px;border-radius:50%;background:#111;border:3px solid #fff;box-shadow:0 0 3px #0008}
.at{margin:.25rem 0 0;font-weight:600;text-align:center;min-height:1.55em}
button.button{font:inherit;font-weight:600;cursor:pointer;width:100%}
#offline{color:var(--muted)}
.picture{margin:.75rem 0;border-radius:.5rem;overflow:hidden}
.picture img{width:100%;max-height:24rem;object-fit:cover}
.places{margin:.5rem 0;padding:0;list-style:none;counter-reset:place}
.places>li{padding:.6rem 0;border-top:1px solid var(--rule)}
.places.numbered>li{counter-increment:place;padding-left:2.4rem;position:relative}
.places.numbered>li::before{content:counter(place);position:absolute;left:0;top:.7rem;min-width:1.6rem;text-align:center;border-radius:1rem;background:var(--button);color:var(--on-button);font-size:.85rem;font-weight:600}
.contact{display:flex;flex-wrap:wrap;gap:.5rem;margin:.4rem 0 0}
.contact a{display:inline-block;padding:.45rem .9rem;border:1px solid currentcolor;border-radius:2rem;text-decoration:none}
.stay{border-left:.35rem solid var(--accent);padding-left:.9rem;margin:.75rem 0}
.comment{white-space:pre-line;unicode-bidi:plaintext}
.html table{border-collapse:collapse;display:block;overflow-x:auto}
.html td,.html th{border:1px solid var(--rule);padding:.3rem .5rem;text-align:start}
.message{text-align:center;padding:3rem 1rem;margin-top:2rem}
.message h1{font-size:1.6rem}
footer{padding-top:1.5rem;padding-bottom:2.5rem;color:var(--muted);font-size:.9rem}
footer p{margin:.15rem 0}
@media (min-width:60rem){
.body{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 2rem;align-items:start}
.body>.wide{grid-column:1/-1}
.cover{margin:0;border-radius:0 0 .75rem .75rem}
.card{padding:1.25rem 1.5rem}
}
${tripSheet}`
  .replaceAll('\n', '')
  .trim()
