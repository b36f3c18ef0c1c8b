package org.nearduplicate.tuning.report;

import java.util.function.Function;
import org.nearduplicate.tuning.plot.Ink;

/**
 * The style sheet of the page. Nothing is wider than the page but tables and mappings, which scroll
 * in themselves. It has none of the characters that XML escapes and HTML does not unescape in a
 * style.
 */
final class PageStyle {

    static final String CSS = colours(Ink::light)
            + "@media (prefers-color-scheme:dark){" + colours(Ink::dark) + "}"
            + """

                    *{box-sizing:border-box}
                    :root{color-scheme:light dark;background:var(--background);color:var(--text);\
                    font:16px/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
                    body{margin:0}
                    main{max-width:80rem;margin:0 auto;padding:1rem 1rem 4rem}
                    h1,h2,h3,p,li,dd,dt,figcaption,summary{overflow-wrap:anywhere}
                    h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}
                    h2{font-size:1.2rem;line-height:1.3;margin:2.5rem 0 .5rem}
                    h3{font-size:1rem;margin:1rem 0 .25rem}
                    p,ul,li,figcaption,dl{max-width:46rem}
                    a{color:var(--curve)}
                    .lead{font-size:1.1rem}
                    .best{font-weight:600;padding:.75rem 1rem;background:var(--highlight);\
                    border-left:4px solid var(--best)}
                    .figures{display:flex;flex-wrap:wrap;gap:.5rem 2rem}
                    .figures dt{color:var(--muted);font-size:.875rem}
                    .figures dd{margin:0;font-size:1.5rem;line-height:1.2;\
                    font-variant-numeric:tabular-nums}
                    pre{margin:0;padding:.75rem 1rem;overflow:auto;max-width:46rem;\
                    background:var(--panel);border:1px solid var(--grid);font-size:.875rem}
                    figure{margin:1rem 0}
                    figcaption{color:var(--muted);font-size:.875rem}
                    summary{cursor:pointer;padding:.5rem 0}
                    .narrow{display:none}
                    .narrow svg{width:100%;max-width:28rem}
                    .table{overflow:auto;max-height:85vh;border:1px solid var(--grid)}
                    table{border-collapse:separate;border-spacing:0;font-size:.875rem;\
                    line-height:1.35;font-variant-numeric:tabular-nums}
                    th,td{padding:.3rem .6rem;text-align:right;white-space:nowrap;\
                    background:var(--background);border-bottom:1px solid var(--grid)}
                    thead{position:sticky;top:0;z-index:2}
                    thead th{vertical-align:bottom;background:var(--panel);font-weight:600;\
                    white-space:normal}
                    thead .group{text-align:left;border-left:1px solid var(--grid)}
                    thead a{color:inherit;text-decoration:underline dotted}
                    td.part,th.part,th.setting{text-align:left}
                    td.part{min-width:6rem;white-space:normal;overflow-wrap:anywhere}
                    th.setting{position:sticky;left:0;z-index:1;font-weight:600;\
                    border-right:1px solid var(--grid)}
                    tbody tr:hover th,tbody tr:hover td{background:var(--panel)}
                    tbody .recommended th,tbody .recommended td{background:var(--highlight);\
                    font-weight:600}
                    .glossary{display:grid;grid-template-columns:11rem 1fr;gap:.25rem 1rem;margin:0}
                    .glossary dt{font-weight:600}
                    .glossary dd{margin:0}
                    .glossary :target{background:var(--highlight)}
                    @media (max-width:44rem){
                    .wide{display:none}
                    .narrow{display:block}
                    .glossary{display:block}
                    .glossary dd{margin:0 0 .5rem}
                    }
                    @media print{
                    .table{max-height:none;overflow:visible}
                    }
                    """;

    private PageStyle() {}

    private static String colours(Function<Ink, String> colour) {
        StringBuilder colours = new StringBuilder(":root{");
        for (Ink ink : Ink.values()) {
            colours.append("--").append(ink.cssName()).append(':').append(colour.apply(ink))
                    .append(';');
        }
        return colours + "}\n";
    }
}
