// A picture of a page that is text: its boxes, lines and words as they stand there, without anything that a reader of a repository would have to trust.

/** Runs in the page: what is seen in the window, as the elements of an SVG. */
function draw() {
  const round = (n) => Math.round(n * 10) / 10;
  const esc = (text) => text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]);
  const clear = (colour) => colour === 'transparent' || /, 0\)$|\/ 0\)$/.test(colour);
  const out = [];
  const inside = (box) => box.width > 0.5 && box.height > 0.5 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const box = (element, style, at) => {
    const border = Number.parseFloat(style.borderTopWidth);
    const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, at.height / 2);
    const whole = border > 0 && ['Left', 'Right', 'Bottom'].every((side) => Number.parseFloat(style[`border${side}Width`]) > 0) && !clear(style.borderTopColor);
    if (!clear(style.backgroundColor) || whole) {
      const half = whole ? border / 2 : 0;
      out.push(`<rect x="${round(at.left + half)}" y="${round(at.top + half)}" width="${round(at.width - 2 * half)}" height="${round(at.height - 2 * half)}"${radius ? ` rx="${round(radius)}"` : ''} fill="${clear(style.backgroundColor) ? 'none' : style.backgroundColor}"${whole ? ` stroke="${style.borderTopColor}" stroke-width="${border}"` : ''}/>`);
    }
    if (!whole) {
      for (const [side, x1, y1, x2, y2] of [['Bottom', at.left, at.bottom, at.right, at.bottom], ['Right', at.right, at.top, at.right, at.bottom], ['Left', at.left, at.top, at.left, at.bottom]]) {
        const wide = Number.parseFloat(style[`border${side}Width`]);
        if (wide > 0 && style[`border${side}Style`] === 'solid' && !clear(style[`border${side}Color`])) out.push(`<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}" stroke="${style[`border${side}Color`]}" stroke-width="${wide}"/>`);
      }
    }
  };
  const icon = (element, style) => {
    const at = element.getBoundingClientRect();
    const [, , wide] = element.getAttribute('viewBox').split(' ').map(Number);
    const shapes = [...element.children].map((it) => {
      const own = it.cloneNode(false);
      own.removeAttribute('class');
      if (own.getAttribute('fill')?.startsWith('var')) own.setAttribute('fill', getComputedStyle(it).fill);
      return own.outerHTML.replace(/ xmlns="[^"]*"/, '').replace(/><\/\w+>$/, '/>');
    }).join('');
    out.push(`<g transform="translate(${round(at.left)} ${round(at.top)}) scale(${round((at.width / wide) * 100) / 100})" fill="none" stroke="${element.hasAttribute('stroke') ? style.color : 'none'}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${shapes}</g>`);
  };
  const words = (node, style, limit) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const at of range.getClientRects()) {
      if (!inside(at)) continue;
      let text = node.data.replace(/\s+/g, ' ').replace(/^ | $/g, '\u00a0'); // A blank at an end counts: it has a width.
      let width = at.width;
      if (at.right > limit + 1) {
        text = `${text.slice(0, Math.max(1, Math.floor((text.length * (limit - at.left)) / at.width) - 1)).trimEnd()}…`;
        width = limit - at.left;
      }
      if (text.trim() === '' || width < 2) continue;
      const size = Number.parseFloat(style.fontSize);
      out.push(`<text x="${round(at.left)}" y="${round(at.top + at.height / 2 + size * 0.35)}" textLength="${round(width)}" lengthAdjust="spacingAndGlyphs" font-size="${round(size)}"${Number(style.fontWeight) > 540 ? ' font-weight="600"' : ''}${style.fontFamily.includes('mono') && !style.fontFamily.startsWith('ui-sans') ? ' font-family="ui-monospace,monospace"' : ''} fill="${style.color}">${esc(text)}</text>`);
      break; // One line of each text: what is longer is not in this picture.
    }
  };
  const walk = (element, limit) => {
    const style = getComputedStyle(element);
    const at = element.getBoundingClientRect();
    if (style.visibility === 'hidden' || style.display === 'none' || element.matches('.hidden-text, .skip, script, style, option, .toasts')) return;
    if (element.tagName === 'svg') { if (inside(at)) icon(element, style); return; }
    if (inside(at)) box(element, style, at);
    const edge = style.overflowX === 'hidden' ? Math.min(limit, at.right) : limit;
    if (element.matches('select, input')) {
      const text = element.tagName === 'SELECT' ? element.selectedOptions[0]?.text : element.value || element.placeholder;
      if (text && inside(at)) out.push(`<text x="${round(at.left + 10)}" y="${round(at.top + at.height / 2 + 5)}" font-size="15" fill="${style.color}">${esc(text)}</text>`);
      return;
    }
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) words(child, style, edge);
      else if (child.nodeType === Node.ELEMENT_NODE) walk(child, edge);
    }
  };
  walk(document.body, innerWidth);
  return { body: out.join('\n'), width: innerWidth, height: innerHeight, ground: getComputedStyle(document.body).backgroundColor };
}

/** The window of this page as an SVG. */
export async function svgOf(page, title) {
  const { body, width, height, ground } = await page.evaluate(draw);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif" xml:space="preserve" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="window"><rect width="${width}" height="${height}" rx="12"/></clipPath>
<g clip-path="url(#window)">
<rect width="${width}" height="${height}" fill="${ground}"/>
${body}
</g>
</svg>
`;
}

/** The words in such a picture. */
export const wordsOf = (svg) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&').trim());
