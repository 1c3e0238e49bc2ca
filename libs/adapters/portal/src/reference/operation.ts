import { html, type Html } from '../page/html.js';
import {
  resolved,
  type Media,
  type OpenApi,
  type Parameter,
  type Placed,
  type Response,
  type Schema,
} from './document.js';
import { paragraphs, prose } from './prose.js';
import { kindOf, limitsText, membersOf } from './shape.js';

/** One operation: who may, what it takes, what it answers, how it refuses. */
export function operationSection(document: OpenApi, operation: Placed, base: string): Html {
  const { operationId, summary, method, path, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const told = Object.entries(responses).map(
    ([status, one]) => [status, resolved<Response>(document, one)] as const,
  );
  const isDone = ([status]: (typeof told)[number]): boolean => status.startsWith('2') || status === '304';
  return html`<section class="operation" id="${operationId}">
    <h2><a href="#${operationId}">${summary}</a></h2>
    <p class="address">
      <span class="verb verb-${method.toLowerCase()}">${method}</span> <code>${path}</code>
      ${triedAt(operation, base)}
    </p>
    <p class="who">${whoMay(operation)}</p>
    ${
      parameters.length > 0 &&
      html`<h3>Parameters</h3>
        <ul class="members">
          ${parameters.map((one) => parameterItem(resolved<Parameter>(document, one)))}
        </ul>`
    }
    ${
      body !== undefined &&
      html`<h3>Body</h3>
        <div class="split">
          <div>
            <p>${kindOf(body.schema)}</p>
            ${bodyMembers(document, body.schema)}
          </div>
          <div>${exampleOf(document, body)}</div>
        </div>`
    }
    <h3>Answers</h3>
    <dl class="answers">${told.filter(isDone).map((one) => answerItem(document, one))}</dl>
    <details>
      <summary>Refusals</summary>
      <dl class="answers">${told.filter((one) => !isDone(one)).map((one) => answerItem(document, one))}</dl>
    </details>
  </section>`;
}

/**
 * What can be read without filling anything in is shown by the explorer, in the demo or in one's own books.
 */
function triedAt({ method, path }: Placed, base: string): Html | false {
  return (
    method === 'GET' &&
    !path.includes('{') &&
    html`<a class="try" href="${base}/explorer#${path}?demo=true">Try it</a>`
  );
}

/** The members of what is sent, where they are of one object. */
function bodyMembers(document: OpenApi, given: Schema): Html | false {
  const schema = resolved<Schema>(document, given);
  return schema.properties !== undefined && membersOf(schema);
}

function whoMay(operation: Placed): Html {
  const { security, deprecated } = operation;
  const roles = operation['x-roles'] ?? [];
  const stability = operation['x-stability'];
  return html`${
    security?.length === 0
      ? 'Open to everybody, without credentials.'
      : roles.length > 0
        ? `For grants with the role ${roles.join(' or ')}.`
        : 'For grants of administrators.'
  }
  ${
    stability !== 'stable' &&
    html`<span class="flag ${deprecated === true ? 'wrong' : 'soft'}">${stability}</span>`
  }`;
}

function parameterItem({ name, in: place, required, description, schema }: Parameter): Html {
  const limits = limitsText(schema).replace(/^[a-z]/, (first) => first.toUpperCase());
  const about = [description, limits && `${limits}.`].filter(Boolean).join(' ');
  return html`<li>
    <code class="name">${name}</code> <span class="kind">${kindOf(schema)}, ${place}</span>
    ${required === true && html`<span class="flag">required</span>`}
    ${about !== '' && html`<p class="about">${prose(about)}</p>`}
  </li>`;
}

function answerItem(document: OpenApi, [status, response]: readonly [string, Response]): Html {
  const { description, headers = {}, content = {} } = response;
  const [media] = Object.entries(content);
  return html`<dt><code>${status === 'default' ? 'else' : status}</code></dt>
    <dd>
      ${paragraphs(description)}
      ${
        Object.keys(headers).length > 0 &&
        html`<p class="about">
          With ${Object.keys(headers).map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}.
        </p>`
      }
      ${
        media !== undefined &&
        html`<p class="about">
          ${media[0] === 'application/json' ? kindOf(media[1].schema) : html`<code>${media[0]}</code>`}
        </p>`
      }
      ${status.startsWith('2') && media !== undefined && exampleOf(document, media[1])}
    </dd>`;
}

function exampleOf(document: OpenApi, { examples = {} }: Media): Html | false {
  const [given] = Object.values(examples);
  if (given === undefined) return false;
  const { value } = resolved<{ readonly value: unknown }>(document, given);
  return html`<details open>
    <summary>Example</summary>
    <pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>
  </details>`;
}
