import { isRight } from 'fp-ts/lib/Either.js';
import { expect } from 'chai';
import { objectCodec, RawJson, type JsonText } from '@kontor/kernel';
import { AgreementSetting, CONTENT_BYTES_MAX } from './app-setting.resource.js';

const document = (text: string): RawJson => new RawJson(text as JsonText, text.length);
const accepts = (body: unknown): boolean => isRight(objectCodec(AgreementSetting.fields).decode(body));

describe('an app setting (§2.10)', () => {
  it('holds any JSON document as the text it came as, null too', () => {
    for (const text of ['null', '0', '""', '{"b":12345678901234567890.123,"a":1,"a":2}']) {
      const decoded = objectCodec(AgreementSetting.fields).decode({
        settingKey: 'k',
        content: document(text),
      });

      expect(isRight(decoded) && decoded.right['content']).to.equal(text);
    }
  });

  it('has a content, of at most 65,536 bytes', () => {
    expect(accepts({ settingKey: 'k' })).to.equal(false);
    expect(accepts({ settingKey: 'k', content: new RawJson('0' as JsonText, CONTENT_BYTES_MAX) })).to.equal(
      true,
    );
    expect(
      accepts({ settingKey: 'k', content: new RawJson('0' as JsonText, CONTENT_BYTES_MAX + 1) }),
    ).to.equal(false);
  });

  it('has a key of 1 to 100 characters', () => {
    const content = document('1');

    expect(accepts({ content })).to.equal(false);
    expect(accepts({ settingKey: '', content })).to.equal(false);
    expect(accepts({ settingKey: 'ø'.repeat(100), content })).to.equal(true);
    expect(accepts({ settingKey: 'ø'.repeat(101), content })).to.equal(false);
  });
});
