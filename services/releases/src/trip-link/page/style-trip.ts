/** Styles of the navigation, the emergency button, the lists of days and stays, and of print. */
export const tripSheet = `
html{scroll-padding-top:4.5rem}
.stage-nav{position:sticky;top:0;z-index:3;margin:0 -1rem .75rem;padding:.4rem 1rem;background:var(--ground);border-bottom:1px solid var(--rule)}
.stage-nav ul{display:flex;gap:.4rem;margin:0;padding:.25rem;list-style:none}
.scroll{overflow-x:auto}
.stage-nav a{display:flex;align-items:center;justify-content:center;min-width:2.75rem;min-height:2.75rem;padding:0 .5rem;border:1px solid currentcolor;border-radius:.6rem;background:var(--sheet);font-weight:600;text-decoration:none;white-space:nowrap}
.stage-nav a.wide{padding:0 .9rem}
.stage-nav .wide,.stage-nav [aria-current]{background:var(--button);color:var(--on-button);border-color:transparent}
.sos{position:fixed;z-index:4;right:max(.75rem,env(safe-area-inset-right));bottom:max(.75rem,env(safe-area-inset-bottom));max-width:min(24rem,calc(100vw - 1.5rem))}
.sos details{display:flex;flex-direction:column-reverse;align-items:flex-end}
.sos summary{display:block;min-height:3rem;padding:.75rem 1.25rem;border-radius:2rem;background:#a3130b;color:#fff;font-weight:700;line-height:1.5rem;box-shadow:0 .2rem .8rem #0006}
.sos summary::before{content:"!";display:inline-block;width:1.5rem;margin-right:.5rem;border-radius:50%;background:#fff;color:#a3130b;text-align:center}
.sos summary::after{display:none}
.sos .card{max-height:calc(100vh - 6rem);overflow-y:auto;margin:0 0 .5rem;border:2px solid #a3130b;box-shadow:0 .5rem 1.5rem #0006}
.sos .contact .alarm{background:#a3130b;color:#fff;border-color:#a3130b;font-size:1.25rem;font-weight:700}
.position{font-size:1.15rem;font-weight:600}
.position:empty{display:none}
.fact{margin:.25rem 0}
.stays{list-style:none;padding-top:.25rem;padding-bottom:.25rem}
.stays li{display:flex;gap:.75rem;padding:.75rem 0;border-top:1px solid var(--rule)}
.stays li:first-child{border:0}
.stays li>div{min-width:0}
.stays .numbers{flex:none;width:1.75rem}
.stays a.number{display:block;min-height:1.75rem;text-align:center}
.rest{display:grid;grid-template-columns:1fr;border-style:dashed}
.rest h3{font-weight:600}
.overview .drawing{max-width:34rem;margin:0 auto}
.way{border-collapse:collapse;width:100%;font-size:.95rem}
.way th,.way td{padding:.35rem .5rem;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}
.way thead th{color:var(--muted);font-weight:400}
.way tbody th{text-align:left;font-weight:400;white-space:normal;min-width:7rem}
.mark{display:inline-block;min-width:1.6rem;text-align:center;border-radius:1rem;background:var(--button);color:var(--on-button);font-size:.85rem;font-weight:600}
.hint{color:var(--muted);font-size:.9rem}
@media (max-width:30rem){
.way tr{display:grid;grid-template-columns:1.1fr 1fr 1.3fr 1.3fr}
.way :is(th,td){padding:.2rem .15rem;font-size:.85rem}
.way tr>:first-child{grid-column:1/-1;border:0;font-size:.95rem}
.way thead td{display:none}
.way thead th{white-space:normal}
}
footer{padding-bottom:5.5rem}
@media (min-width:60rem){.stage-nav{margin:0 0 .75rem;padding:.4rem 0}.stays{columns:2;column-gap:2.5rem}.stays li{break-inside:avoid}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media (prefers-contrast:more){:root{--muted:var(--ink);--rule:currentcolor}.card,.button{border:2px solid currentcolor}}
@media print{
:root{--ground:#fff;--sheet:#fff;--ink:#000;--muted:#333;--rule:#999}
.buttons,.for-device,.skip,.languages,.stage-nav,#offline,#position,.drawing .button,.contact [data-geo],section:has(>.buttons){display:none}
.card{border:0;padding:0;margin:0 0 1rem}
details::details-content{content-visibility:visible;block-size:auto}
summary::after{display:none}
section:has(>details),details.card{break-before:page}
h2+details.card{break-before:auto}
.contact a[href^=http]::after{content:" " attr(href)}
footer{padding:0 1rem;break-before:avoid}
.hint{break-before:avoid}
.sos{position:static;max-width:none;margin:1.5rem 1rem 0;break-inside:avoid}
.sos details{display:block}
.sos summary,.sos .contact .alarm{color:#000;background:none;box-shadow:none;padding:0;min-height:0}
.sos summary::before{content:none}
.sos .card{max-height:none;border:2px solid;padding:.5rem 1rem;box-shadow:none}
.brand,.badge,.mark,.places.numbered>li::before{color:#000;background:none}
.drawing,.picture,.stay,.stays li,.places>li,.way tr{break-inside:avoid}
h2,h3,h4,.badge,summary{break-after:avoid}
.drawing svg,img{filter:none}
.scroll{overflow:visible}
.contact a{border:0;padding:0 1rem 0 0}
}
`
