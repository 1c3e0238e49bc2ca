import { expect } from 'chai';
import { html, textOf } from './html.js';

describe('markup', () => {
  it('escapes whatever is put into it', () => {
    const name = `<script>alert("1 & 2")</script>'`;

    expect(textOf(html`<p title="${name}">${name}</p>`)).to.equal(
      '<p title="&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;&#39;">' +
        '&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;&#39;</p>',
    );
  });

  it('takes markup, numbers and lists as they are, and nothing as nothing', () => {
    const items = ['a', '<b>'].map((item) => html`<b>${item}</b>`);

    expect(textOf(html`<p>${items}${undefined}${false}${3}</p>`)).to.equal(
      '<p><b>a</b><b>&lt;b&gt;</b>3</p>',
    );
  });

  it('cannot be had from an object that only looks like it', () => {
    const forged = JSON.parse('{"markup":"<b>"}') as never;

    expect(() => html`${forged}`).to.throw();
  });
});
