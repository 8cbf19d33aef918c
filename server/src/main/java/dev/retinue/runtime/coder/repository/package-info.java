/// The things of a deployment as the fleet knows them: workspaces, projects, roles, builds.
@NullMarked
package dev.retinue.runtime.coder.repository;

import org.jspecify.annotations.NullMarked;
