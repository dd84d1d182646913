/** The style of a page: the colours of the window, one column on narrow screens, and paper without what needs a script. */
import { themes } from '../pictures/palette.ts';

export const style = `${themes}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,'Segoe UI','Noto Sans',sans-serif}
main{max-width:1100px;margin:0 auto;padding:24px 20px 48px}
header{margin-bottom:20px}
h1{margin:0 0 4px;font-size:24px;line-height:1.25;overflow-wrap:anywhere}
h2{margin:32px 0 10px;font-size:17px}
.game h2:first-child{margin-top:8px}
.sides{max-width:640px}
p{margin:0 0 8px}
p,li{overflow-wrap:break-word}
header p,.notes{white-space:pre-line}
.dim,.about{color:var(--text-dim)}
.about{font-size:13px}
.game{display:grid;grid-template-columns:minmax(0,440px) minmax(0,1fr);gap:24px;align-items:start}
.board{padding:12px;border:1px solid var(--border);border-radius:8px;background:var(--surface)}
.board svg{display:block;width:100%;max-height:440px}
.board [data-said]{min-height:1.5em;max-height:30vh;overflow:auto;margin:8px 0 0;font-size:14px}
.steps{display:none;gap:6px;align-items:center;margin-top:10px}
[data-steps] .steps{display:flex}
.steps button{min-width:40px;min-height:34px;border:1px solid var(--border);border-radius:6px;background:var(--surface-2);color:var(--text);font:inherit;cursor:pointer}
.steps button:hover{border-color:var(--accent)}
.steps span{margin-left:auto;color:var(--text-dim);font-variant-numeric:tabular-nums}
.moves{columns:2 220px;column-gap:24px;margin:0;padding:0;list-style:none;font-family:ui-monospace,'Cascadia Mono','Noto Sans Mono',monospace;font-size:14px}
.moves li{display:grid;grid-template-columns:40px 1fr 1fr;break-inside:avoid}
.moves .number{color:var(--text-dim)}
.moves a{text-decoration:none}
[data-ply]{border-radius:4px;padding:0 4px;color:inherit}
[data-steps] ~ * [data-ply],[data-ply][role=button]{cursor:pointer}
[data-ply]:hover{background:var(--surface-2)}
[data-here]{background:var(--accent);color:var(--bg)}
[data-here]:hover{background:var(--accent)}
rect[data-ply]{fill:transparent}
rect[data-ply]:hover{fill:var(--text);fill-opacity:.06}
rect[data-here]{fill:transparent}
.sign{font-weight:700}
.blunder,.mistake{color:var(--bad)}
.inaccuracy{color:var(--warn)}
[data-here] .sign{color:inherit}
.kind{display:inline-block;padding:0 6px;border:1px solid currentcolor;border-radius:9px;font-size:12px;line-height:18px;white-space:nowrap}
.kind.proven{background:var(--text);border-color:var(--text);color:var(--bg)}
.kind.judged{border-style:dashed}
table{width:100%;border-collapse:collapse;font-size:14px}
th,td{padding:5px 10px;border-bottom:1px solid var(--border);text-align:left;vertical-align:top}
td.number,th.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
th{color:var(--text-dim);font-weight:600}
.wide{overflow-x:auto}
.figures{margin:0;padding:10px 12px;white-space:pre-wrap;border:1px solid var(--border);border-radius:8px;background:var(--surface);font-family:ui-monospace,'Cascadia Mono','Noto Sans Mono',monospace;font-size:13px}
td.own{background:var(--surface-2)}
.games details{border-bottom:1px solid var(--border)}
.games summary{padding:6px 2px;cursor:pointer;font-size:14px;overflow-wrap:anywhere}
.games .game{padding:8px 0 20px}
.line{font-family:ui-monospace,'Cascadia Mono','Noto Sans Mono',monospace;font-size:14px;line-height:1.9;overflow-wrap:anywhere}
.turns{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:16px}
.turn{padding:12px;border:1px solid var(--border);border-radius:8px;background:var(--surface);break-inside:avoid}
.turn svg{display:block;width:100%;max-height:240px;margin-bottom:8px}
.turn h3{margin:0 0 4px;font-size:15px}
.turn p{margin:0 0 4px;overflow-wrap:anywhere}
.graph{overflow-x:auto;margin-top:16px;padding:8px 12px;border:1px solid var(--border);border-radius:8px;background:var(--surface)}
.graph>svg{display:block;width:100%;min-width:520px;height:auto}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;margin:6px 0 2px;padding:0;list-style:none;font-size:13px}
.key svg{display:inline-block;width:28px;height:10px;margin-right:6px}
code{font-family:ui-monospace,'Cascadia Mono','Noto Sans Mono',monospace;font-size:12px;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:760px){.game{grid-template-columns:minmax(0,1fr)}main{padding:16px 12px 32px}}
@media print{.board [data-said]{max-height:none}body{background:#fff;font-size:11px}main{max-width:none;padding:0}.steps{display:none!important}.board,.turn,.graph{border-color:#bbb}.game{grid-template-columns:260px 1fr}h2{break-after:avoid}[data-here]{background:none;color:inherit}}`;
