// The same module for `require`, which has taken ES modules since Node 20.19: there is no second copy of its classes.
module.exports = require('../dist/index.js');
