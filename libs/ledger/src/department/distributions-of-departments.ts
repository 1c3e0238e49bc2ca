import {
  compare,
  everyItem,
  existing,
  existingHeld,
  isBookedWith,
  type RepositoryProvider,
} from '@kontor/kernel';
import { isRight } from 'fp-ts/lib/Either.js';
import { Department } from './department.resource.js';
import { DepartmentalDistribution } from './departmental-distribution.resource.js';

/**
 * For each department the distribution that gives it the whole amount. Where there are several it is the
 * first, so that entries show the same one when another is added.
 */
export async function distributionsOfDepartments(
  resources: RepositoryProvider,
): Promise<ReadonlyMap<number, number>> {
  const ofDepartment = new Map<number, number>();
  const found = await everyItem(
    DepartmentalDistribution,
    resources.of(DepartmentalDistribution),
    compare('distributionType', 'eq', 'department'),
  );
  for (const { departmentalDistributionNumber, distributions } of found) {
    for (const { department } of distributions) {
      if (!ofDepartment.has(department.departmentNumber))
        ofDepartment.set(department.departmentNumber, departmentalDistributionNumber);
    }
  }
  return ofDepartment;
}

/**
 * §2.7 as amended: the department whose booked entries show this distribution, although no line has named it.
 * Undefined where none do. `how`: held, nobody books the first of them until the unit of work ends.
 */
export async function departmentShownBy(
  resources: RepositoryProvider,
  { departmentalDistributionNumber: number, distributionType, distributions }: DepartmentalDistribution,
  how: 'read' | 'held',
): Promise<number | undefined> {
  const departmentNumber = distributions[0]?.department.departmentNumber;
  if (distributionType !== 'department' || departmentNumber === undefined) return undefined;
  const reading = how === 'held' ? existingHeld : existing;
  const department = await reading(resources, Department, departmentNumber)();
  if (!isRight(department) || !isBookedWith(department.right)) return undefined;
  const shown = await distributionsOfDepartments(resources);
  return shown.get(departmentNumber) === number ? departmentNumber : undefined;
}
