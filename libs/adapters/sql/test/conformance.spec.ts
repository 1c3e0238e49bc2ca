import {
  aliasLayerConformance,
  idempotencyConformance,
  onEachDatabase,
  pageConformance,
  queryConformance,
  resourceRepositoryConformance,
  studioConformance,
  unitOfWorkConformance,
} from '@kontor/conformance';
import { opening } from './support.js';

onEachDatabase((database) => {
  const open = opening(database);

  resourceRepositoryConformance(open);
  queryConformance(open);
  pageConformance(open);
  unitOfWorkConformance(open);
  idempotencyConformance(open);
  studioConformance(open);
  aliasLayerConformance(open);
});
