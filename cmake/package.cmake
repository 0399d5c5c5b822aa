# What `cmake --install` makes beside the program: the libraries, their headers, and what find_package(sotto) reads.
include(CMakePackageConfigHelpers)

set(SOTTO_PACKAGE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/sotto)
install(EXPORT sottoTargets NAMESPACE sotto:: DESTINATION ${SOTTO_PACKAGE_FOLDER})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/sottoConfig.cmake.in ${PROJECT_BINARY_DIR}/sottoConfig.cmake
                              INSTALL_DESTINATION ${SOTTO_PACKAGE_FOLDER})
# Below 1.0 a new minor version may change anything.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sottoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sottoConfig.cmake ${PROJECT_BINARY_DIR}/sottoConfigVersion.cmake
        DESTINATION ${SOTTO_PACKAGE_FOLDER})
