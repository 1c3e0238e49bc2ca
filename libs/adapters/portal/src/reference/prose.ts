import { html, type Html } from '../page/html.js';

/** A line of the description: what stands between backticks is code. */
export function prose(line: string): Html {
  const pieces = line.split('`');
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

/** Lines of the description: those that begin with a dash are a list. */
export function paragraphs(text: string): Html {
  const lines = text.split('\n').filter((line) => line !== '');
  const items = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
  return html`${lines.filter((line) => !line.startsWith('- ')).map((line) => html`<p>${prose(line)}</p>`)}
  ${
    items.length > 0 &&
    html`<ul class="codes">
      ${items.map((item) => html`<li>${prose(item)}</li>`)}
    </ul>`
  }`;
}
