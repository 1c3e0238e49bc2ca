import { expect } from 'chai';
import { isRight } from 'fp-ts/lib/Either.js';
import { boolean, derived, fullDate, itemNumber, key, line, oneOf, readOnly, reference } from './field.js';
import { isBookable, kindAt, resource } from './resource.js';
import { schemaOf } from './schema.js';

const Parcel = resource('parcels', 'parcel', {
  fields: {
    parcelNumber: key(itemNumber()),
    size: derived(oneOf(['small', 'large'])),
    sender: reference('people', 'personNumber', itemNumber(), {
      projection: { name: line({ max: 50 }), isKnown: boolean() },
    }),
    booked: readOnly(boolean()),
  },
  operations: ['list', 'get', 'create', 'replace'],
});

describe('a derived member', () => {
  it('may be given, need not be, and is always answered', () => {
    const schema = schemaOf(Parcel, 'post');

    expect(schema['required']).to.deep.equal(['parcelNumber']);
    expect(schema['properties']).to.have.nested.property('size').that.not.have.property('readOnly');
    expect(schemaOf(Parcel, 'get')['required']).to.include('size');
  });
});

describe('a reference that shows members of its target', () => {
  it('describes them by what they hold, read-only', () => {
    const { properties } = schemaOf(Parcel, 'get') as { properties: { sender: { properties: object } } };

    expect(properties.sender.properties).to.deep.include({
      name: { type: 'string', description: 'What it is called.', maxLength: 50, readOnly: true },
      isKnown: { type: 'boolean', readOnly: true },
    });
    expect(kindAt(Parcel, 'sender.isKnown')?.type).to.equal('boolean');
  });

  it('takes its number only', () => {
    const decoded = Parcel.fields.sender.codec.decode({ personNumber: 7, name: 'Ann', isKnown: true });

    expect(isRight(decoded) && decoded.right).to.deep.equal({ personNumber: 7 });
  });
});

describe('canBeBooked', () => {
  it('is true of documents that the service marks as booked', () => {
    const of = (booked: Parameters<typeof readOnly>[0]) =>
      resource('notes', 'note', {
        fields: { noteNumber: key(itemNumber()), booked: readOnly(booked) },
        operations: ['get'],
      });

    expect(isBookable(Parcel)).to.equal(true);
    expect(isBookable(of(fullDate()))).to.equal(false);
    expect(
      isBookable(
        resource('notes', 'note', { fields: { noteNumber: key(itemNumber()) }, operations: ['get'] }),
      ),
    ).to.equal(false);
  });
});
