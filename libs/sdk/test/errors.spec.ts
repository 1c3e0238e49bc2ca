import { expect } from 'chai';
import { apiErrorOf } from '../src/errors.js';
import * as sdk from '../src/index.js';

describe('apiErrorOf', () => {
  const classes: readonly [status: number, name: keyof typeof sdk][] = [
    [400, 'BadRequestError'],
    [401, 'UnauthorizedError'],
    [403, 'ForbiddenError'],
    [404, 'NotFoundError'],
    [405, 'MethodNotAllowedError'],
    [409, 'ApiError'],
    [412, 'ChangedSinceError'],
    [413, 'BodyTooLargeError'],
    [415, 'MediaTypeError'],
    [429, 'TooManyRequestsError'],
    [500, 'DefectError'],
    [501, 'NotImplementedError'],
    [503, 'UnavailableError'],
  ];
  for (const [status, name] of classes) {
    it(`makes of ${status} a ${name}`, () => {
      const error = apiErrorOf(status, '{"message":"No."}');

      expect(error).to.be.instanceOf(sdk[name]);
      expect(error).to.be.instanceOf(sdk.ApiError);
      expect(error).to.include({ name, message: 'No.', httpStatusCode: status });
    });
  }

  it('carries what the service tells', () => {
    const told = {
      errorCode: 'E00500',
      message: 'Schema validation failed.',
      developerHint: 'Compare it.',
      errors: [{ errorCode: 'E00500', message: 'Required properties are missing: name.' }],
      additionalData: { missing: ['name'] },
      logId: '0a1b',
      demoLink: 'http://localhost/?demo=true',
    };

    const error = apiErrorOf(400, JSON.stringify(told));

    expect(error.message).to.equal('Schema validation failed. Required properties are missing: name.');
    const { message: _, ...rest } = told;
    expect(error).to.deep.include(rest);
  });

  for (const [errors, found] of [
    ['{"name":["required"]}', 0],
    ['null', 0],
    ['[null,1,{"message":7},{"message":"Too long."}]', 1],
  ] as const) {
    it(`is of its status where what stands between answers with errors ${errors}`, () => {
      const body = `{"title":"Bad","message":5,"additionalData":null,"errors":${errors}}`;

      const error = apiErrorOf(400, body);

      expect(error).to.be.instanceOf(sdk.BadRequestError);
      expect(error.errors).to.have.lengthOf(found);
      expect(error.message).to.match(/^The service answered 400\./);
      expect(error.additionalData).to.deep.equal({});
    });
  }

  it('quotes what the headers name where the body names nothing', () => {
    expect(apiErrorOf(502, '<html>Bad gateway</html>', { logId: '7f' })).to.include({ logId: '7f' });
    expect(apiErrorOf(500, '{"logId":"8a"}', { logId: '7f' })).to.include({ logId: '8a' });
  });

  it('keeps what else an answer said', () => {
    const error = apiErrorOf(400, '{"message":"No.","allowedSortingFields":["name"]}');

    expect(error.said).to.deep.equal({ message: 'No.', allowedSortingFields: ['name'] });
  });

  it('says a sentence once', () => {
    const told = { message: 'No such name.', errors: [{ message: 'No such name.' }] };

    expect(apiErrorOf(400, JSON.stringify(told)).message).to.equal('No such name.');
  });

  for (const body of ['', '<html>Bad gateway</html>', '"no"', 'null', '[]']) {
    it(`makes do with ${body === '' ? 'no body' : body}`, () => {
      const error = apiErrorOf(502, body);

      expect(error).to.include({ message: 'The service answered 502.', errorCode: undefined });
      expect(error.errors).to.deep.equal([]);
    });
  }
});
