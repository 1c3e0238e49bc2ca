import {
  assignedKey,
  defaulted,
  group,
  itemNumber,
  line,
  listOf,
  oneOf,
  percentage,
  reference,
  required,
  resource,
  type DraftFor,
  type ValueOf,
} from '@kontor/kernel';

/** How amounts are shared out over departments (facts 3.8): over several by percentage, or all to one. */
export const DepartmentalDistribution = resource('departmental-distributions', 'departmental distribution', {
  fields: {
    departmentalDistributionNumber: assignedKey(itemNumber()),
    name: required(line({ min: 1, max: 250 })),
    distributionType: defaulted(oneOf(['distribution', 'department']), 'distribution'),
    distributions: required(
      listOf(
        group({
          department: required(reference('departments', 'departmentNumber', itemNumber())),
          percentage: required(percentage()),
        }),
        { max: 100 },
      ),
    ),
  },
  filterable: ['departmentalDistributionNumber', 'distributionType', 'name'],
  example: {
    name: 'Workshop and shop',
    distributionType: 'distribution',
    distributions: [
      { department: { departmentNumber: 1 }, percentage: 60 },
      { department: { departmentNumber: 2 }, percentage: 40 },
    ],
  },
  operations: ['list', 'get', 'create', 'replace', 'remove'],
});
export type DepartmentalDistribution = ValueOf<typeof DepartmentalDistribution>;
/** What a client sends to make or to replace one. */
export type DepartmentalDistributionDraft = DraftFor<typeof DepartmentalDistribution>;
