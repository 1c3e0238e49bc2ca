import { expect } from 'chai';
import { integer, key, reference, resource } from '@kontor/kernel';
import type { Access } from './endpoint.js';
import { refuseMoreReaders } from './fewer-readers.js';
import { resourceEndpoints } from './resource-endpoints.js';

const Budget = resource('budgets', 'budget', {
  fields: {
    budgetNumber: key(integer()),
    department: reference('departments', 'departmentNumber', integer()),
  },
  filterable: ['department.departmentNumber'],
  operations: ['list', 'get'],
});
const Department = resource('departments', 'department', {
  fields: { departmentNumber: key(integer()) },
  relations: { budgets: { to: 'budgets', by: 'department.departmentNumber' } },
  operations: ['list', 'get'],
});
const BOOK_KEEPING = ['BookKeeping'] as const;

/** Departments that some read, with their budgets that others read, if they are said to. */
function mounted(departments: Access, budgets: Access, below?: Access): () => void {
  const related = [below === undefined ? Budget : { resource: Budget, read: below }];
  const endpoints = [
    ...resourceEndpoints(Budget, { read: budgets }),
    ...resourceEndpoints(Department, { read: departments, related }),
  ];
  return () => refuseMoreReaders(endpoints);
}

describe('what is listed below an item', () => {
  it('is read by nobody who may not read it in its own collection', () => {
    const refused = mounted('anyRole', BOOK_KEEPING);

    expect(refused).to.throw('/departments/:departmentNumber/budgets (anyRole) would show more readers');
    expect(refused).to.throw('/budgets (BookKeeping)');
    expect(mounted(['Sales', 'BookKeeping'], BOOK_KEEPING)).to.throw('(Sales, BookKeeping)');
    expect(mounted('studio', 'anyRole')).to.throw('(studio)');
    expect(mounted('open', 'studio')).to.throw('(open)');
  });

  it('may be said to have fewer readers than the item, and may have fewer than its collection', () => {
    expect(mounted('anyRole', BOOK_KEEPING, BOOK_KEEPING)).not.to.throw();
    expect(mounted(BOOK_KEEPING, 'anyRole')).not.to.throw();
    expect(mounted(BOOK_KEEPING, ['Sales', 'BookKeeping'])).not.to.throw();
    expect(mounted('anyRole', 'studio')).not.to.throw();
    expect(mounted('studio', 'open')).not.to.throw();
  });
});
