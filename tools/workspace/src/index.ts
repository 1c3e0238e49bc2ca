export { contextGenerator, type ContextOptions } from './context/context.generator.js';
export { resourceGenerator, type ResourceOptions } from './resource/resource.generator.js';
