/** The style of the report page: light and dark, from 360 pixels, and for paper. */
export const pageStyle = `
:root{color-scheme:light dark;--ink:#1d2430;--faint:#596273;--paper:#fff;--panel:#f4f5f7;--line:#d5d9e0;--link:#0b5cad;--add:#13682b;--add-bg:#dcf5e3;--del:#b42318;--del-bg:#fde6e3;--mod:#8a5a00;--mark:#fff3cf;--stop:#b42318;--moved:#6b3fa0}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ee;--faint:#a3adbd;--paper:#14181f;--panel:#1d232d;--line:#37404e;--link:#7db8f5;--add:#6fd08c;--add-bg:#12351f;--del:#ff9a8d;--del-bg:#47201c;--mod:#e5b95a;--mark:#3d3414;--stop:#ff9a8d;--moved:#c5a3f0}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html,body{margin:0}
body{background:var(--paper);color:var(--ink);font:14px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
h1,h2,h3,h4{line-height:1.3;margin:0}
h1{font-size:18px}h2{font-size:17px;margin:20px 0 8px}h3{font-size:14px}h4{font-size:13px;margin-top:8px}
p{margin:4px 0}
button,select,input[type=search]{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:4px 10px;min-height:32px}
button{cursor:pointer}
button[aria-pressed=true]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.faint,.place{color:var(--faint);font-size:13px}
.place{font-weight:400;margin-left:8px}
.key,kbd,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px}
.key{font-weight:600}
.sign{display:inline-block;min-width:1ch;font-family:ui-monospace,Menlo,Consolas,monospace}
.create,.added{color:var(--add)}.update,.changed{color:var(--mod)}.remove,.removed,.cannot{color:var(--del)}
body>header{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline;padding:10px 16px;border-bottom:1px solid var(--line)}
body>header p{margin:0}
nav{display:flex;flex-wrap:wrap;gap:2px;padding:6px 12px;border-bottom:1px solid var(--line);background:var(--panel)}
nav a{padding:5px 11px;border-radius:6px;text-decoration:none;color:inherit}
nav a[aria-current]{background:var(--ink);color:var(--paper)}
nav button{margin-left:auto}
main>section{padding:0 16px 24px}
ol.findings,ul.causes{list-style:none;margin:0;padding:0}
ol.findings>li,ul.causes>li{padding:8px 12px;border:1px solid var(--line);border-left:4px solid var(--mod);border-radius:6px;margin:6px 0;max-width:1000px}
ol.findings>li.stop{border-left-color:var(--stop)}
ul.causes>li{border-left-color:var(--link)}
ol.findings ul{margin:4px 0 0;padding-left:18px}
.tag{display:inline-block;border:1px solid var(--line);border-radius:10px;padding:0 8px;font-size:12px;margin-right:8px;color:var(--faint)}
.stop>.tag{color:var(--stop);border-color:var(--stop)}
table{border-collapse:collapse}
.counts td,.counts th{padding:3px 12px;border-bottom:1px solid var(--line);text-align:right;white-space:pre}
.counts td:first-child,.counts th:first-child{text-align:left}
.counts th{font-weight:600}
.scroll-x{overflow-x:auto;max-width:100%}
.chart{display:block;max-width:none}
#changes-tab:not([hidden]){padding:0}
.tools{display:flex;flex-wrap:wrap;gap:8px;align-items:center;padding:8px 12px;border-bottom:1px solid var(--line)}
.tools input{flex:1 1 200px;min-width:0;max-width:480px}
.panes{display:grid;grid-template-columns:230px minmax(280px,420px) minmax(0,1fr);height:calc(100vh - 150px);min-height:360px}
#facets{overflow-y:auto;padding:8px 12px;border-right:1px solid var(--line);background:var(--panel)}
#facets h3{margin:10px 0 2px;font-size:12px;color:var(--faint);text-transform:uppercase;letter-spacing:.04em}
#facets ul{list-style:none;margin:0;padding:0}
#facets li{display:flex;gap:6px;align-items:center}
#facets button{flex:1;text-align:left;border:0;background:none;padding:2px 8px;min-height:26px;min-width:0}
#facets button[aria-pressed=true]{background:var(--ink)}
#facets .count{color:var(--faint);font-size:12px}
#list-pane{position:relative;border-right:1px solid var(--line);min-width:0}
#list{position:absolute;inset:0;overflow-y:auto}
#nothing{position:absolute;inset:24px 16px auto}
.space{position:relative}
.row{position:absolute;left:0;right:0;height:52px;padding:5px 28px 5px 30px;border-bottom:1px solid var(--line);cursor:pointer;overflow:hidden}
.row>*{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.row .sign{position:absolute;left:12px;top:5px}
.row .words{color:var(--faint);font-size:12px}
.row .alert{position:absolute;right:10px;top:5px;color:var(--stop);font-weight:700}
.row:hover{background:var(--panel)}
.row[aria-selected=true]{background:var(--mark)}
#detail{overflow-y:auto;padding:12px 16px 40px;min-width:0;position:relative}
#detail h2{margin:0}
#back{display:none}
.change{border-top:1px solid var(--line);padding:8px 0 4px;margin-top:6px}
.change.opened{box-shadow:-4px 0 0 var(--link);padding-left:10px}
.anchor{text-decoration:none;color:var(--faint)}
.finding{background:var(--mark);border-left:4px solid var(--mod);padding:4px 10px;border-radius:4px}
.finding.stop{border-left-color:var(--stop)}
.cause-note{color:var(--faint);font-size:13px}
.fields{display:grid;grid-template-columns:minmax(70px,max-content) minmax(0,1fr);gap:2px 14px;margin:6px 0}
.fields dt{color:var(--faint);max-width:180px}
.fields dd{margin:0;min-width:0}
ins{text-decoration:none;color:var(--add);background:var(--add-bg);border-radius:3px}
ins,del{white-space:break-spaces}
del{color:var(--del);background:var(--del-bg);border-radius:3px}
.remark{color:var(--mod);margin-left:8px}
.text,pre{white-space:pre-wrap;margin:4px 0;padding:8px 10px;border:1px solid var(--line);border-radius:6px;max-height:420px;overflow:auto;background:var(--panel)}
.choice{display:inline-flex;flex-wrap:wrap;gap:4px;margin:4px 12px 4px 0}
.choice button{padding:1px 10px;min-height:28px;font-size:13px}
.choice .move{font-size:12px}.choice .alert{font-weight:700;color:var(--stop)}
.choice button[aria-pressed=true] .alert{color:inherit}
p.paper{display:none}
.two-sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr));gap:12px}
figure{margin:4px 0;min-width:0}
figcaption{font-weight:600;font-size:13px}
.page-view{width:100%;border:1px solid var(--line);border-radius:6px;background:#fff}
.two-sides img,.stack img{max-width:100%;border:1px solid var(--line);border-radius:4px;background:#fff}
.no-thumbnail{display:grid;place-items:center;min-height:96px;padding:8px;border:1px dashed var(--line);border-radius:4px;color:var(--faint);font-size:12px;text-align:center}
.stack{position:relative;display:inline-block;background:#fff}
.stack img{display:block}
.stack .above{position:absolute;inset:0;width:100%;height:100%;object-fit:contain}
.on-black{background:#000;isolation:isolate}
.difference{mix-blend-mode:difference}
.compare input{display:block;width:min(320px,100%)}
.matrix td,.matrix th{min-width:72px;border:1px solid var(--line);padding:4px 10px;text-align:left}
.matrix caption{text-align:left;font-weight:600;padding:6px 0}
.variant{white-space:nowrap}
.sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(132px,1fr));gap:12px}
.sheet a{color:inherit;text-decoration:none;border:1px solid var(--line);border-radius:6px;padding:8px}
.sheet figure{margin:0}
.sheet img,.sheet .no-thumbnail{width:100%;height:110px;object-fit:contain;background:#fff}
.sheet .no-thumbnail{background:none}
.choices>.faint{margin-right:12px}
dialog{color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:8px;max-width:420px}
dialog dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px}
dialog dd{margin:0}
kbd{border:1px solid var(--line);border-radius:4px;padding:1px 6px;margin-right:4px}
footer{padding:12px 16px;border-top:1px solid var(--line);color:var(--faint);font-size:13px}
@media (max-width:1100px){.panes{grid-template-columns:200px minmax(240px,340px) minmax(0,1fr)}}
@media (max-width:820px){
.panes{display:block;height:auto;min-height:0}
#facets{border-right:0;max-height:40vh}
body:not(.filtering) #facets{display:none}
#list-pane{height:calc(100vh - 170px);min-height:300px;border-right:0}
body:not(.reading) #detail{display:none}
body.reading #list-pane,body.reading #facets,body.reading .tools{display:none}
#back{display:inline-block;margin:8px 16px 0}
body:not(.reading) #back{display:none}
.counts td,.counts th{padding:3px 6px}
.counts td:first-child,.counts th:first-child{padding-left:0;white-space:normal}
body>header,nav,main>section,#detail{padding-left:12px;padding-right:12px}
#changes-tab:not([hidden]){padding:0}
}
@media (min-width:821px){#filter-open{display:none}}
.chart .ink{fill:var(--ink)}.chart .faint{fill:var(--faint)}.chart .paper{fill:var(--paper)}
.chart .added{fill:var(--add)}.chart .changed{fill:var(--mod)}.chart .removed{fill:var(--del)}.chart .moved{fill:var(--moved)}
@media screen and (prefers-color-scheme:dark){
.heat .on-heat{fill:var(--ink)}.heat.up-4 .on-heat,.heat.down-4 .on-heat{fill:#10141a}
.heat.none rect,.heat.same rect{fill:#262d38}.heat.new rect{fill:#12351f}.heat.removed rect{fill:#3a414d}
.heat.up-1 rect{fill:#3b2a14}.heat.up-2 rect{fill:#5f3c12}.heat.up-3 rect{fill:#8a5215}.heat.up-4 rect{fill:#e8802a}
.heat.down-1 rect{fill:#152c44}.heat.down-2 rect{fill:#1b4368}.heat.down-3 rect{fill:#205c92}.heat.down-4 rect{fill:#5b9bdb}
.chart .branch{stroke:var(--faint)}
}
@media print{
:root{color-scheme:light;--ink:#000;--faint:#444;--paper:#fff;--panel:#fff;--line:#bbb;--link:#000;--add:#13682b;--add-bg:#dcf5e3;--del:#b42318;--del-bg:#fde6e3;--mod:#8a5a00;--mark:#fff3cf;--stop:#b42318}
nav,.tools,#facets,#list-pane,#back,dialog,.choice,.anchor{display:none!important}
#overview-tab[hidden]{display:block!important}
.panes{display:block;height:auto}
#detail{overflow:visible;padding:0}
body:not(.reading) #detail:has(h2){display:block!important}
p.paper{display:block}
h2,h3,h4{break-after:avoid}
.text,pre{max-height:none}
.scroll-x,.change,li,tr,figure{break-inside:avoid}
#print table{width:100%;font-size:11px}
#print td{border-bottom:1px solid #ccc;padding:2px 6px;vertical-align:top}
}
`

/** The style of the frame in which HTML text is shown. */
export const frameStyle = `body{margin:10px;background:#fff;color:#1d2430;font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}table{border-collapse:collapse}td,th{border:1px solid #d5d9e0;padding:3px 8px}.picture{border:1px dashed #9aa3b2;border-radius:4px;padding:1px 6px;color:#596273;font-size:13px}`
